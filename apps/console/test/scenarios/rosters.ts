import { carryOut, createClaimer, idOf, ownAddress, propose, prove, sign } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';
import { storeWallet, walletOfKey } from '../support/records-of-wallet.js';
import { createSigner, linkOn, openVault } from './vaults.js';

/** Blocks of silence, and to stop a recovery: the shortest that a chain of one's own permits. */
export const DELAY = 6;
const DAY = 86_400;
const KEYS = {
  ann: '3a'.repeat(32),
  bob: '3b'.repeat(32),
  carol: '3c'.repeat(32),
  erin: '3e'.repeat(32),
  fred: '3f'.repeat(32),
  gina: '4a'.repeat(32),
  hank: '4b'.repeat(32),
  iris: '4c'.repeat(32),
} as const;
type Name = keyof typeof KEYS;
const walletOf = (name: Name) => walletOfKey(KEYS[name]);

/** Opens a browser that has a wallet of these, and knows Carol by her name. */
const pageOf = async (fixture: Fixture, name: Name): Promise<ConsolePage> => {
  const one = await fixture.page();
  await storeWallet(one.page.context(), KEYS[name], [{ name: 'Carol', address: walletOf('carol').address }]);
  return one;
};

/** Opens a private treasury with a guardian. @returns its handle */
const openGuarded = async ({ weir, stack: { control } }: Fixture) => {
  const [ann, bob, carol, fred] = [walletOf('ann'), walletOf('bob'), walletOf('carol'), walletOf('fred')];
  for (const { address } of [ann, bob, fred]) await control.fund(address, 1_000_000_000n);
  await control.mine();
  const roster = { guardian: fred.address, quietBlocks: DELAY, reviewBlocks: DELAY };
  const signers = [ann, bob, carol];
  const vault = await weir.vaults.create(
    {
      name: 'Treasury with a guardian',
      totalDeposit: 3,
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      roster,
    },
    ann,
  );
  await vault.deposit(ann, { onProgress: ({ step }) => void (step === 'waiting' && control.mine()) });
  return vault;
};

/** Has a treasury pay a stream. @returns its id */
const payStream = async (
  { weir, stack: { control } }: Fixture,
  vault: Awaited<ReturnType<typeof openGuarded>>,
): Promise<string> => {
  const [ann, bob] = [walletOf('ann'), walletOf('bob')];
  const { medianTimePast: startTime } = await weir.dev.chain();
  const stream = await weir.streams.create(
    {
      recipient: walletOf('erin').address,
      totalAmount: 1,
      streamType: 'LINEAR',
      startTime,
      endTime: startTime + 100 * DAY,
      vaultId: vault.id,
    },
    ann,
  );
  const funding = await vault.proposeFunding({ streamIds: [stream.id] }, ann);
  await funding.approve(ann);
  await funding.approve(bob);
  await funding.execute(ann);
  await control.mine();
  return stream.id;
};

/** Opens a treasury with a guardian by its form, and pays its first deposit. @returns its id */
export const openByForm = async (
  { stack: { control } }: Fixture,
  ann: ConsolePage,
  others: readonly ConsolePage[],
  guardian: string,
): Promise<string> => {
  const id = await openVault(ann, others, 'Treasury by its form', guardian);
  await ann.page.getByRole('button', { name: 'Deposit 3.00 BCH' }).click();
  await ann.page.getByText('Waiting for a block to confirm it').waitFor();
  expect(await ann.page.getByTitle(/^bchtest:r/).count()).toBe(0);
  await control.mine();
  await ann.page.getByText('Active', { exact: true }).waitFor();
  return id;
};

/** Waits out the silence, and has the guardian call a recovery on the page of the keys, which is open then. */
export const call = async ({ stack: { control } }: Fixture, fred: ConsolePage, id: string): Promise<void> => {
  await control.mine(DELAY);
  await fred.open(`/vaults/${id}/policies`);
  await fred.page.getByRole('button', { name: 'Call a recovery' }).click();
  await fred.page.getByText('A recovery is running').waitFor();
  await control.mine();
};

/** Stops the recovery on the open page of the keys, by one press. */
export const stop = async ({ page }: ConsolePage): Promise<void> => {
  await page.getByRole('button', { name: 'Stop the recovery' }).click();
  await page.getByText('A recovery is running').waitFor({ state: 'detached' });
};

/** Invites a signer by the link on a page, and opens the link that they send back. */
export const invite = async (
  from: ConsolePage,
  invitation: RegExp,
  joins: ConsolePage,
  answer: RegExp,
): Promise<void> => {
  await joins.open(await linkOn(from, invitation));
  await joins.page.getByRole('button', { name: 'Sign and join' }).click();
  await joins.page.getByText('Send this link back').waitFor();
  await from.open(await linkOn(joins, answer));
  await from.page.getByTitle(invitation).waitFor({ state: 'detached' });
};

export const closeAll = async (pages: readonly ConsolePage[]): Promise<void> => {
  for (const one of pages) {
    // A deposit that waits for its block is asked for again, and a stranger is refused.
    expect(one.complaints.filter((complaint) => !/status of 40[39]/u.test(complaint))).toEqual([]);
    await one.close();
  }
};

/** Tests treasuries whose signers can be exchanged: opened by the form, a lost key on one screen, a recovery that one press stops. */
export const rosterScenarios = (fixture: () => Fixture): void => {
  it('a treasury whose keys can be exchanged is opened by its form, and shows its address once a block holds it', async () => {
    const ann = await createSigner(fixture());
    const bob = await createSigner(fixture());
    const carol = await createSigner(fixture());
    const fred = await createClaimer(fixture());
    const id = await openByForm(fixture(), ann, [bob, carol], fred.address);
    await ann.page.getByRole('button', { name: 'Deposit coins or tokens' }).click();
    await ann.page.getByText('Send BCH or tokens to this address').waitFor();
    expect(await ann.page.getByTitle(/^bchtest:r/).count()).toBeGreaterThan(0);
    expect(await look(ann, 'roster')).toEqual([]);
    await ann.page.getByRole('link', { name: 'Keys and guardian' }).click();
    await ann.page.getByText(/^Silent so far: the guardian may call a recovery in/).waitFor();
    await ann.page.getByText('Change the guardian or the delays').click();
    await ann.page.getByRole('radio', { name: 'another guardian' }).check();
    await ann.page.getByLabel('Address of the guardian').fill(await ownAddress(bob));
    await ann.page.keyboard.press('Tab');
    await ann.page.getByText('The guardian must not be a signer').waitFor();
    expect(await look(ann, 'policies-new')).toEqual([]);
    await ann.page.getByRole('radio', { name: 'nobody' }).check();
    await propose(ann, 'Propose the change');
    await carryOut(ann, bob);
    await ann.open(`/vaults/${id}/policies`);
    await ann.page.getByText('It has no guardian.').waitFor();
    await closeAll([ann, bob, carol, fred]);
  });

  it('a lost key is exchanged on one screen while the stream goes on, and one press stops the guardian', async () => {
    const { stack, weir } = fixture();
    const vault = await openGuarded(fixture());
    const { id } = vault;
    const stream = await payStream(fixture(), vault);
    const [ann, bob, fred] = [
      await pageOf(fixture(), 'ann'),
      await pageOf(fixture(), 'bob'),
      await pageOf(fixture(), 'fred'),
    ];
    const before = await vault.get(walletOf('ann'));

    // Carol has lost her key, and opens the link with a new wallet, which is not a member's yet.
    const again = await createClaimer(fixture());
    await again.open(`/vaults/${id}`);
    await again.page.getByText('This treasury is private').waitFor();
    await ann.open(`/vaults/${id}`);
    await ann.page.getByRole('link', { name: 'A signer lost their key?' }).click();
    await ann.page.getByText('1 goes on').first().waitFor();
    await ann.page.getByRole('radio', { name: 'Carol' }).check();
    await ann.page.getByText('Carol, with a new key').waitFor();
    await invite(ann, /\/vaults\/join\?.*place=3.*form=exchange/, again, /\/exchange\?/);
    expect(await look(ann, 'exchange')).toEqual([]);
    await propose(ann, 'Propose the exchange');
    await ann.page.getByText('Keys afterwards').waitFor();
    expect(await look(ann, 'exchange-proposal')).toEqual([]);
    await carryOut(ann, bob);
    await stack.control.mine();

    await ann.open(`/vaults/${id}/policies`);
    await ann.page.getByText(/changed 1 time\. The address is the same\.$/).waitFor();
    await ann.page.getByText('Carol', { exact: true }).waitFor();
    expect(await look(ann, 'policies')).toEqual([]);
    const { signers, contractAddress } = await vault.get(walletOf('ann'));
    expect(contractAddress).toBe(before.contractAddress);
    expect(signers).toEqual([walletOf('ann').address, walletOf('bob').address, again.address]);
    expect((await weir.streams.at(stream).get()).stream.status).toBe('ACTIVE');
    // Who may see it follows from its signers.
    await again.open('/vaults');
    await again.page
      .getByRole('main')
      .getByRole('link', { name: /^Treasury with a guardian/ })
      .click();
    await again.page.getByText('Keys exchanged', { exact: true }).first().waitFor();
    await expect(vault.get(walletOf('carol'))).rejects.toMatchObject({ code: 'FORBIDDEN' });

    await call(fixture(), fred, id);
    expect(await look(fred, 'recovery-guardian')).toEqual([]);
    await bob.open(`/vaults/${id}`);
    await bob.page.getByRole('link', { name: 'See who called it, and stop it' }).click();
    await bob.page.getByRole('button', { name: 'Stop the recovery' }).waitFor();
    expect(await look(bob, 'recovery')).toEqual([]);
    await stop(bob);
    expect((await vault.get(walletOf('bob'))).roster).toMatchObject({ phase: 'active', generation: 1 });
    await closeAll([ann, bob, fred, again]);
  });

  it('a recovery that nobody stops gives a private treasury new signers, whom its guardian names', async () => {
    const { stack } = fixture();
    const vault = await openGuarded(fixture());
    const { id } = vault;
    const before = await vault.get(walletOf('ann'));
    const [fred, gina, hank] = [
      await pageOf(fixture(), 'fred'),
      await pageOf(fixture(), 'gina'),
      await pageOf(fixture(), 'hank'),
    ];
    await call(fixture(), fred, id);
    // One is invited by a link; of the others the guardian has their addresses and keys.
    await invite(fred, /\/vaults\/join\?.*place=1.*form=policies/, gina, /\/policies\?/);
    for (const [place, name] of [
      [2, 'hank'],
      [3, 'iris'],
    ] as const) {
      const { address, publicKeyHex } = walletOf(name);
      await fred.page.getByText('By hand').first().click();
      await fred.page.getByLabel(`Address of signer ${place}`).fill(`${address} ${publicKeyHex}`);
      await fred.page
        .getByRole('button', { name: 'Change', exact: true })
        .nth(place - 1)
        .waitFor();
    }
    expect(await look(fred, 'recovery-end')).toEqual([]);
    await propose(fred, 'Propose these signers');
    await stack.control.mine(DELAY);
    await sign(fred);
    // They sign before they are members: it waits for them on their own page.
    for (const one of [gina, hank]) {
      await one.open('/home');
      const waiting = one.page.getByText('Sign: End of a recovery, Treasury with a guardian');
      await prove(one, 'Sign to show private records', waiting);
      await one.open(`/proposals/${idOf(fred)}`);
      await one.page.getByText('Keys afterwards').waitFor();
      await sign(one);
    }
    await hank.page.getByText('Executed: its transaction').waitFor();
    await stack.control.mine();
    const after = await vault.get(walletOf('gina'));
    expect(after.contractAddress).toBe(before.contractAddress);
    expect(after.signers).toEqual([walletOf('gina'), walletOf('hank'), walletOf('iris')].map(({ address }) => address));
    await expect(vault.get(walletOf('bob'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await closeAll([fred, gina, hank]);
  });
};
