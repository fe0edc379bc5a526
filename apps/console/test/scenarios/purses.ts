import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { carryOut, createClaimer, propose, prove } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { countPresses, pressesOn } from './presses.js';
import { createSigner, openVault } from './vaults.js';

const shop = createWallet({ privateKey: 'console shop of purses' });

/** Blocks after which a weekly limit has refilled by a seventh. */
const A_DAY = 144;

/** Fills the form of a purse that pays the shop up to 0.1 BCH a week. */
const fillPurse = async ({ page }: ConsolePage, spender: string): Promise<void> => {
  await page.getByLabel('Whose key pays').fill(spender);
  await page.getByLabel('Payee').fill(shop.address);
  await page.getByLabel('Limit').fill('0.1');
  await page.getByLabel('Put in').fill('1');
};

/** Tests a purse of a treasury: opened by two, paid from by one in three presses, sent home by any one, closed by two. */
export const purseScenarios = (fixture: () => Fixture): void => {
  it('a purse is opened by two signers, paid from by one key in three presses, and sent home by any one signer or closed by two', async () => {
    const { stack } = fixture();
    const ann = await createSigner(fixture());
    const bob = await createSigner(fixture());
    const carol = await createSigner(fixture());
    const id = await openVault(ann, [bob, carol], 'Treasury with a purse');
    await ann.page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
    await ann.page.getByText('Active', { exact: true }).waitFor();
    await stack.control.mine();
    // Who pays from the purse is not a member, and has no coin.
    const dave = await createClaimer(fixture(), { readsReviews: true });

    await ann.page.getByRole('link', { name: 'Purses' }).click();
    await ann.page.getByText('No purse yet').waitFor();
    await ann.page.getByRole('button', { name: 'Propose it' }).click();
    await ann.page.getByText('Enter whose key pays').waitFor();
    await fillPurse(ann, dave.address);
    expect(await look(ann, 'new-purse')).toEqual([]);
    await propose(ann, 'Propose it');
    await carryOut(ann, bob);
    await stack.control.mine();

    await carol.open(`/vaults/${id}/purses`);
    await carol.page.getByText('May be paid now: 0.10 BCH.').waitFor();
    await carol.page.getByRole('heading', { name: 'If a key is stolen' }).waitFor();
    expect(await look(carol, 'purses')).toEqual([]);
    const purse = await carol.page.getByRole('link', { name: /^q\w+/ }).first().getAttribute('href');

    // The list of treasuries has it for everybody who pays from it, members or not.
    await dave.open('/vaults');
    const own = dave.page.getByRole('region', { name: 'Purses you pay from' });
    await prove(dave, 'Sign in with your wallet', own);
    await own.getByText('May be paid now: 0.10 BCH.').waitFor();
    expect(await look(dave, 'own-purses')).toEqual([]);
    await own.getByRole('link', { name: /^Treasury with a purse/ }).click();
    await dave.page.waitForURL(new RegExp(`${purse ?? ''}$`));
    // An invoice of some twenty dollars: "Pay", the review, and the wallet, whose press is the third.
    await countPresses(dave.page);
    await dave.page.getByLabel('Amount').fill('0.04');
    expect(await look(dave, 'purse')).toEqual([]);
    await dave.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await dave.page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await dave.page.getByText('It refills from the next block on.').waitFor();
    expect(await pressesOn(dave.page)).toBe(2);
    await stack.control.mine();
    await dave.page.getByText(/^The whole limit is there again in/).waitFor();
    await dave.page.getByText('0.04 BCH').first().waitFor();
    await dave.page.getByLabel('Amount').fill('0.09');
    await dave.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await dave.page.getByText('More than the purse may pay now').waitFor();
    // A day later it has refilled by more than the second invoice was short.
    await stack.control.mine(A_DAY);
    await dave.page.getByText(/^The whole limit is there again in about 1 day/).waitFor();
    await dave.page.getByLabel('Amount').fill('0.065');
    await dave.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await dave.page.getByRole('button', { name: 'Continue to the wallet' }).click();
    await dave.page.getByText('0.065 BCH').first().waitFor();
    await stack.control.mine();

    const held = carol.page.getByText(/^The most that can ever be lost\. The treasury holds /);
    const before = await held.innerText();
    await carol.page.getByRole('button', { name: 'Send home' }).click();
    await carol.page.getByText('One signature is enough.').waitFor();
    await carol.page.getByRole('alertdialog').getByRole('button', { name: 'Send home' }).click();
    // The form beside it offers at once what came home.
    await eventually(async () => expect(await held.innerText()).not.toBe(before));
    await carol.page.getByText('Ended purses').waitFor();
    expect(await look(carol, 'purses-home')).toEqual([]);
    await stack.control.mine();

    await ann.open(`/vaults/${id}/purses`);
    await fillPurse(ann, dave.address);
    await propose(ann, 'Propose it');
    await carryOut(ann, bob);
    await stack.control.mine();
    await carol.page.getByText('May be paid now: 0.10 BCH.').waitFor();
    await propose(carol, 'Propose to close it');
    await carryOut(carol, ann);
    await stack.control.mine();
    await bob.open(`/vaults/${id}/purses`);
    await bob.page.getByText('Ended purses').waitFor();
    await bob.page.getByText('No purse yet').waitFor();
    for (const one of [ann, bob, carol, dave]) {
      expect(one.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
      await one.close();
    }
  });
};
