import { createWallet } from '@weir/wallet';
import { createClaimer, ownAddress, connect, sign } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';

const OWN_KEY = '5c'.repeat(32);

/** Tests how a recipient with a new wallet gets onto the list of an airdrop that is not funded, and what is said after the funding. */
export const newAddressScenarios = (fixture: () => Fixture): void => {
  describe('a recipient with a new wallet', () => {
    it('finds the form that replaces their old address by a link, and the creator sees once it is too late', async () => {
      const { weir, stack } = fixture();
      const creator = walletOfKey(OWN_KEY);
      await stack.control.fund(creator.address, 1_000_000_000n);
      const [old, other] = ['old phone', 'another'].map((privateKey) => createWallet({ privateKey }));
      if (old === undefined || other === undefined) throw new Error('No wallets');
      const drop = await weir.airdrops.create({ title: 'Thank you', totalAmount: 1, requireKyc: true }, creator);
      await drop.generateList(
        [
          { address: old.address, amount: 0.02 },
          { address: other.address, amount: 0.03 },
        ],
        creator,
      );
      const { campaign } = await drop.get();

      const claimer = await createClaimer(fixture());
      await claimer.open(`/claim/${campaign.claim_token}`);
      await claimer.page.getByText('Your address is not on the list.').waitFor();
      const mail = await claimer.page.getByRole('link', { name: 'Send it by e-mail' }).getAttribute('href');
      expect(await look(claimer, 'claim-not-listed')).toEqual([]);
      const [, link = ''] = /Open this page to do it: (\S+)$/.exec(decodeURIComponent(mail ?? '')) ?? [];
      expect(link).toContain(`/airdrops/${drop.id}?address=`);

      const one = await fixture().page();
      await storeWallet(one.page.context(), OWN_KEY);
      const { page } = one;
      const { pathname, search } = new URL(link);
      await one.open(pathname + search);
      await page.getByText('From the link that you opened.').waitFor();
      expect(await page.getByLabel('New address').inputValue()).toBe(claimer.address);
      await page.getByLabel('Address on the list').fill(createWallet({ privateKey: 'nobody' }).address);
      await page.getByRole('button', { name: 'Replace the address' }).click();
      await page.getByText('This address is not on the list').waitFor();
      await page.getByLabel('Address on the list').fill(old.address);
      await page.getByRole('button', { name: 'Replace the address' }).click();
      await page.getByText('The list has 2 recipients and the same sum.').waitFor();
      expect(await look(one, 'replaced-address')).toEqual([]);

      await claimer.load(`/claim/${campaign.claim_token}`);
      await claimer.page.getByText('You are on the list. You can claim').waitFor();
      await page.getByRole('button', { name: 'Fund it' }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      // It is open, since the link names an address.
      await page.getByText('The list cannot change: the contract fixes it').waitFor();
      expect(await look(one, 'fixed-list')).toEqual([]);
      await claimer.load(`/claim/${campaign.claim_token}`);
      await claimer.page.getByText('You can claim').waitFor();
      // The browsers themselves report the refusals: of the address that was on no list yet, and of the one that is on none.
      expect(claimer.complaints).toEqual([expect.stringMatching(/status of 403 .*\/proof\//u)]);
      expect(one.complaints).toEqual([expect.stringMatching(/status of 403 .*\/replace-addresses$/u)]);
      await one.close();
      await claimer.close();
    });
  });
};

const DAY = 86_400;

/** Tests the guide for a treasury one of whose signers lost their key, from the treasury's page to its end. */
export const lostKeyScenarios = (fixture: () => Fixture): void => {
  describe('a treasury whose signer lost their key', () => {
    it('is moved to a new one by the two others, step by step, and each tick comes from a record', async () => {
      const { weir, stack } = fixture();
      const own = walletOfKey('6d'.repeat(32));
      const [second, lost, third, payee] = ['second signer', 'lost signer', 'third signer', 'payee'].map((privateKey) =>
        createWallet({ privateKey }),
      ) as [typeof own, typeof own, typeof own, typeof own];
      for (const { address } of [own, second]) await stack.control.fund(address, 1_000_000_000n);
      const signers = [own, second, lost];
      const vault = await weir.vaults.create(
        {
          name: 'Club money',
          totalDeposit: 1,
          signers: signers.map(({ address }) => address),
          signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
        },
        own,
      );
      await vault.deposit(own);
      await stack.control.mine();
      const { medianTimePast: now } = await weir.dev.chain();
      const stream = await weir.streams.create(
        {
          vaultId: vault.id,
          recipient: payee.address,
          totalAmount: 0.1,
          streamType: 'LINEAR',
          startTime: now,
          endTime: now + 100 * DAY,
          description: 'Cleaning',
        },
        own,
      );
      const funding = await vault.proposeFunding({ streamIds: [stream.id] }, own);
      await funding.approve(own);
      await funding.approve(second);
      const carried = await weir.proposals.at(funding.id).get(own);
      if (carried.status !== 'EXECUTED') await weir.proposals.at(funding.id).execute(own);

      const one = await fixture().page();
      await storeWallet(one.page.context(), '6d'.repeat(32));
      const { page } = one;
      await one.open(`/vaults/${vault.id}`);
      await page.getByText('Committed', { exact: true }).waitFor();
      expect(await look(one, 'treasury-committed')).toEqual([]);
      await page.getByRole('link', { name: 'A signer lost their key?' }).click();
      await page.getByRole('heading', { name: 'A signer lost their key' }).waitFor();
      await page.getByText('Cleaning').waitFor();
      await page.getByRole('radio').nth(2).check({ force: true });
      expect(await look(one, 'lost-key-begun')).toEqual([]);
      await page.getByRole('link', { name: 'Open a new treasury' }).click();
      await page.getByLabel('Name').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Club money (new signers)');
      await page.getByText('By hand').click();
      await page.getByLabel('Address of signer 3').fill(third.address);
      await page.getByLabel('Public key of signer 3').fill(third.publicKeyHex);
      await page.getByLabel('First deposit in BCH').fill('0.01');
      await page.getByRole('button', { name: 'Open treasury' }).click();
      await page.getByRole('button', { name: 'Deposit 0.01 BCH' }).click();
      await page.getByText('Active', { exact: true }).first().waitFor();

      await one.open(`/vaults/${vault.id}/lost-key`);
      await page.getByRole('button', { name: 'Use Club money (new signers)' }).click();
      await page.getByText('is open.').waitFor();
      await page.getByRole('link', { name: /^Propose to move 0\.\d+ BCH$/ }).click();
      await page.getByText('A link filled in some fields.').waitFor();
      await page.getByRole('button', { name: 'Propose it' }).click();
      await page.waitForURL(/proposals\/[0-9a-f-]{36}$/);
      const proposalId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await sign(one);
      // What is open is found again without what was chosen: the proposal pays the new treasury.
      await one.open(`/vaults/${vault.id}/lost-key`);
      await page.getByText('A proposal waits for the two signers.').waitFor();
      await weir.proposals.at(proposalId).approve(second, { onReview: () => true });
      const sent = await weir.proposals.at(proposalId).get(own);
      if (sent.status !== 'EXECUTED') await weir.proposals.at(proposalId).execute(own, { onReview: () => true });
      await one.load(`/vaults/${vault.id}/lost-key`);
      await page.getByText('The old treasury has nothing left but the fees of later proposals.').waitFor();
      await page.getByText('Possible once the steps above are done.').waitFor();
      expect(await look(one, 'lost-key-moved')).toEqual([]);
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });

  it('names the test network at the top of a page, and shows a first treasury to a wallet that has none', async () => {
    const one = await fixture().page();
    await one.open('/');
    await connect(one);
    await ownAddress(one);
    await one.open('/vaults');
    await one.page.getByText('No treasury yet').waitFor();
    await one.page.getByText(/^Test: \w+$/).waitFor();
    expect(await look(one, 'no-treasury')).toEqual([]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
