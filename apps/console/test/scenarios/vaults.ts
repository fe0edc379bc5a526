import { createWallet } from '@weir/wallet';
import { carryOut, connect, idOf, sign } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { airdropOfVault } from './granted-airdrop.js';
import { grantsOfVault } from './grants.js';

const supplier = createWallet({ privateKey: 'console supplier' });

/** Opens a browser of a signer with a wallet of their own. */
export const createSigner = async (fixture: Fixture): Promise<ConsolePage> => {
  const one = await fixture.page();
  // Where no page offers to sign in: pressing that would close the dialog of the test chain.
  await one.open('/');
  await connect(one);
  await one.open('/vaults');
  return one;
};

/** Follows the link of a page that it shows to copy. @returns its path and search */
export const linkOn = async ({ page }: ConsolePage, link: RegExp): Promise<string> => {
  const url = new URL((await page.getByTitle(link).getAttribute('title')) ?? '');
  return `${url.pathname}${url.search}`;
};

/** Creates a vault of three signers. @param guardian address; with one its keys can be exchanged @returns its id */
export const openVault = async (
  ann: ConsolePage,
  others: readonly ConsolePage[],
  name: string,
  guardian?: string,
): Promise<string> => {
  const { page } = ann;
  await ann.open('/vaults/new');
  await page.getByRole('button', { name: 'Open treasury' }).click();
  await page.getByText('Enter a name that its members know it by').waitFor();
  expect(await look(ann, 'new-vault')).toEqual([]);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('First deposit in BCH').fill('3');
  if (guardian !== undefined) {
    await page.getByRole('radio', { name: 'Yes, by two signers' }).check();
    await page.getByLabel('Address of the guardian').fill(guardian);
    expect(await look(ann, 'new-roster')).toEqual([]);
  }
  await page.getByRole('button', { name: 'I am signer 1' }).click();
  await page.getByText('Signer 1 (you)').waitFor();
  for (const [index, other] of others.entries()) {
    await other.open(await linkOn(ann, new RegExp(`/vaults/join\\?.*place=${index + 2}`)));
    await other.page.getByRole('heading', { name: `Sign for ${name}` }).waitFor();
    await other.page.getByRole('button', { name: 'Sign and join' }).click();
    await other.page.getByText('Send this link back').waitFor();
    expect(await look(other, 'join')).toEqual([]);
    await ann.open(await linkOn(other, /\/vaults\/new\?/));
    await page
      .getByText('invitation link', { exact: true })
      .nth(others.length - index - 1)
      .waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Open treasury' }).click();
  await page.waitForURL(/vaults\/[0-9a-f-]{36}$/);
  return idOf(ann);
};

/** Tests a vault of three signers in three browsers. */
export const vaultScenarios = (fixture: () => Fixture): void => {
  describe('a vault of three people in three browsers', () => {
    it('is opened, paid into, signed by two, seen live by the third, and closed', async () => {
      const { stack } = fixture();
      const ann = await createSigner(fixture());
      const bob = await createSigner(fixture());
      const carol = await createSigner(fixture());
      const id = await openVault(ann, [bob, carol], 'Treasury of three');

      await ann.page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
      await ann.page.getByText('Active', { exact: true }).waitFor();
      await stack.control.mine();

      // The creator adds more than was planned.
      await ann.page.getByLabel('Deposit in BCH').fill('0.5');
      await ann.page.getByRole('button', { name: 'Deposit BCH' }).click();
      await ann.page.getByText('3.50 BCH').first().waitFor();
      await stack.control.mine();

      // Tokens come from anywhere, to the address that the page shows.
      await ann.page.getByRole('button', { name: 'Deposit coins or tokens' }).click();
      const address = await ann.page
        .getByTitle(/^bchtest:r/)
        .first()
        .getAttribute('title');
      await stack.control.mint(address ?? '', { amount: 5_000n });
      await stack.control.mine();
      await ann.page.getByRole('button', { name: 'Refresh' }).click();
      await ann.page.getByText('5,000').waitFor();
      expect(await look(ann, 'vault')).toEqual([]);

      // The others find it in their list, by keyboard.
      await carol.open('/vaults');
      await carol.page
        .getByRole('main')
        .getByRole('link', { name: /^Treasury of three/ })
        .waitFor();
      expect(await look(carol, 'vaults')).toEqual([]);
      await carol.page
        .getByRole('main')
        .getByRole('link', { name: /^Treasury of three/ })
        .focus();
      await carol.page.keyboard.press('Enter');
      await carol.page.getByText('None yet. A member proposes').waitFor();

      const stranger = await createSigner(fixture());
      await stranger.open(`/vaults/${id}`);
      await stranger.page.getByText('This treasury is private').waitFor();
      await stranger.close();

      await ann.page.getByRole('link', { name: 'Propose something' }).click();
      await ann.page.getByLabel('Recipient').fill(supplier.address);
      await ann.page.getByLabel('Amount').fill('0.75');
      await ann.page.getByLabel('Reason').fill('Hosting in May');
      expect(await look(ann, 'propose')).toEqual([]);
      // What was written survives a step back and a reload.
      await ann.page.goBack();
      await ann.page.getByRole('link', { name: 'Propose something' }).click();
      await ann.page.reload();
      expect(await ann.page.getByLabel('Amount').inputValue()).toBe('0.75');
      await ann.page.getByRole('button', { name: 'Propose it' }).click();
      await ann.page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      const proposal = idOf(ann);

      // It appears on the third signer's open page without a reload, and is updated there to its end.
      await carol.page.getByRole('link', { name: /Hosting in May/ }).click();
      await carol.page.getByText('It takes 2 signatures to pay.').waitFor();
      await sign(ann);
      await ann.page.getByText('You have signed it. It takes one more signature').waitFor();
      await carol.page.getByText('It takes one more signature to pay.').waitFor();
      // The treasury says who has signed, and how much waits.
      await ann.open(`/vaults/${id}`);
      const members = ann.page.getByRole('region', { name: 'Members' });
      await members.getByRole('img', { name: 'signed', exact: true }).waitFor();
      expect(await members.getByRole('img', { name: 'has not signed yet' }).count()).toBe(2);
      const waiting = ann.page.getByText('Waiting for signatures').locator('xpath=following-sibling::dd');
      expect(await waiting.innerText()).toBe('0.75 BCH');
      // What waits comes first; who may see it is folded with the members.
      const heads = await ann.page.locator('main h2').allInnerTexts();
      expect(heads.indexOf('Proposals')).toBeGreaterThan(-1);
      expect(heads.indexOf('Proposals')).toBeLessThan(heads.indexOf('Members'));
      expect(await members.getByText('Seen by', { exact: true }).isVisible()).toBe(false);
      expect(await look(ann, 'vault-waiting')).toEqual([]);
      // It waits for the second signer by name and number; their signature also sends it.
      await bob.open('/vaults');
      await bob.page.getByRole('link', { name: /^Treasuries.*1 waiting for you/ }).waitFor();
      expect(await look(bob, 'vaults-waiting')).toEqual([]);
      await bob.page.getByRole('link', { name: /^Hosting in May.*Sign$/ }).click();
      await bob.page.waitForURL(new RegExp(proposal));
      await sign(bob);
      await bob.page.getByText('Executed: its transaction').waitFor();
      await carol.page.getByText('Executed: its transaction').waitFor();
      expect(await look(carol, 'proposal')).toEqual([]);
      await stack.control.mine();

      // Tokens are paid as coins are, and a decline is shown.
      await bob.open(`/vaults/${id}/propose`);
      await bob.page.getByLabel('Recipient').fill(supplier.tokenAddress);
      await bob.page.getByLabel('Asset').selectOption({ index: 1 });
      await bob.page.getByText(/^5,000 .* are in the treasury\.$/).waitFor();
      await bob.page.getByLabel('Amount').fill('1200');
      await bob.page.getByRole('button', { name: 'Propose it' }).click();
      await bob.page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      await carol.open(`/proposals/${idOf(bob)}`);
      await carol.page.getByRole('button', { name: 'Decline it' }).click();
      await carol.page.getByRole('button', { name: 'Decline', exact: true }).click();
      await bob.page.getByText(/^declined/).waitFor();
      await sign(bob);
      await ann.open(`/proposals/${idOf(bob)}`);
      await sign(ann);
      await bob.page.getByText('Executed: its transaction').waitFor();
      await stack.control.mine();

      await grantsOfVault(fixture(), id, ann, bob);
      await airdropOfVault(fixture(), id, [ann, bob, carol]);

      await carol.open(`/vaults/${id}/propose`);
      await carol.page.getByRole('radio', { name: 'Close the treasury, and pay out everything' }).check();
      await carol.page.getByLabel('Recipient').fill(supplier.tokenAddress);
      await carol.page.getByRole('button', { name: 'Propose it' }).click();
      await carol.page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      await carryOut(carol, bob);
      await carol.page.getByText('Executed: its transaction').waitFor();
      await ann.open(`/vaults/${id}`);
      await ann.page.getByText('It was closed: two signers emptied it.').waitFor();
      for (const one of [ann, bob, carol]) {
        expect(one.complaints).toEqual([]);
        await one.close();
      }
    });
  });
};
