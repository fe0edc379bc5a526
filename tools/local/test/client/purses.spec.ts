import { isWeirError, type Purse } from '@weir/client';
import {
  BCH,
  carryOutAndMine,
  openGrantsVault,
  reading,
  startFixture,
  type Fixture,
  type TestWallet,
} from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const DAY_BLOCKS = 144;

const openPurse = async (change: object = {}) => {
  const members = await openGrantsVault(fixture);
  const { vault, alice, bob, carol } = members;
  const [dave, shop] = [await fixture.wallet(), await fixture.wallet()];
  const proposal = await vault.propose(
    {
      kind: 'allowance',
      amount: BCH,
      allowance: { spender: dave.address, payees: [shop.address], limit: BCH / 10n, periodBlocks: DAY_BLOCKS },
      ...change,
    },
    alice,
  );
  expect(await carryOutAndMine(fixture, proposal, bob, carol)).toBe('EXECUTED');
  const [purse] = await fixture.weir.purses.of(vault.id, alice);
  if (purse === undefined) throw new Error('No purse was opened');
  return { ...members, dave, shop, purse, handle: fixture.weir.purses.at(purse.id) };
};

it('one key pays a listed payee out of a purse, with no coin of its own, after reading what remains of the limit', async () => {
  const { dave, shop, handle, purse } = await openPurse();
  expect(purse).toMatchObject({ status: 'ACTIVE', spender: dave.address, balanceBase: BCH, availableBase: BCH / 10n });
  expect(await fixture.weir.purses.spendable(dave)).toMatchObject([{ id: purse.id }]);
  const { read, onReview } = reading();
  const steps: string[] = [];
  const paid = await handle.pay({ to: shop.address, amount: BCH / 50n }, dave, {
    onReview,
    onProgress: ({ step }) => steps.push(step),
  });
  expect(steps).toEqual(['building', 'signing', 'sending', 'confirming', 'done']);
  expect(paid).toMatchObject({ status: 'ACTIVE', purse: { id: purse.id } });
  expect(read[0]).toMatch(/^Pays 0\.02 BCH out of a purse to .*; 0\.0799\d+ BCH of its limit remain\.$/u);
  expect(read).toContain(`Recipient: ${shop.address}`);
  const { steps: history } = await handle.get(dave);
  expect(history).toMatchObject([{ step: 'paid', payee: shop.address, amountBase: BCH / 50n }, { step: 'opened' }]);
  await expect(handle.pay({ to: shop.address, amount: BCH / 10n }, dave)).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
  });
  await expect(handle.pay({ to: dave.address, amount: BCH / 50n }, dave)).rejects.toMatchObject({
    code: 'NOT_ELIGIBLE',
  });
});

it('any one signer sends a purse home, and nobody else', async () => {
  const { vault, alice, carol, dave, handle } = await openPurse();
  await expect(handle.sendHome(dave)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { read, onReview } = reading();
  const home = await handle.sendHome(carol, { onReview });
  expect(home).toMatchObject({ status: 'HOME', purse: { balanceBase: 0n } });
  expect(read[0]).toMatch(/^Sends everything in a purse, 0\.9999\d+ BCH, to /u);
  await fixture.stack.control.mine();
  expect((await vault.get(alice)).currentBalanceBase).toBeGreaterThan((499n * BCH) / 100n);
});

it('signers read every term of a purse before they sign, and who changes it reads what comes back', async () => {
  const { vault, alice, bob, carol, dave, shop, purse } = await openPurse();
  const change = await vault.propose(
    {
      kind: 'allowance',
      purseIds: [purse.id],
      amount: 2n * BCH,
      allowance: { spender: carol.address, payees: [shop.address, dave.address], limit: BCH, periodBlocks: 1_008 },
    },
    alice,
  );
  const { read, onReview } = reading();
  await change.approve(bob, { onReview });
  expect(read.some((line) => line.startsWith('Takes back a purse with 1 BCH'))).toBe(true);
  expect(read).toEqual(
    expect.arrayContaining([
      `Pays alone: ${carol.address}`,
      `May pay: ${shop.address}`,
      `May pay: ${dave.address}`,
      'Limit: 1 BCH',
      'Refills over: 1008 blocks',
    ]),
  );
  // The proposer knows its own terms: nobody has to read them.
  await change.approve(alice);
  await change.execute(alice);
  await fixture.stack.control.mine();
  const purses = await fixture.weir.purses.of(vault.id, alice);
  expect(purses.map(({ status, spender }: Purse) => [status, spender])).toEqual([
    ['ACTIVE', carol.address],
    ['CLOSED', dave.address],
  ]);
});

describe('a service that changes a term of a purse', () => {
  /** A client whose service answers a proposal otherwise than it was made. */
  const refusedWhere = async (asked: object, stored: object): Promise<void> => {
    const { vault, alice } = await openGrantsVault(fixture);
    const made = await vault.propose({ kind: 'allowance', amount: BCH, ...stored }, alice);
    // The client remembers what its caller asked for by the proposal's id.
    fixture.weir.noteTerms(made.id, { kind: 'allowance', amount: BCH, vaultId: vault.id, ...asked });
    await expect(made.approve(alice, { onReview: () => true })).rejects.toMatchObject({
      code: 'UNEXPECTED_TRANSACTION',
    });
  };

  it.each([
    ['the key that pays', (thief: TestWallet) => ({ spender: thief.address })],
    ['a payee', (thief: TestWallet) => ({ payees: [thief.address] })],
    ['the number of payees', (thief: TestWallet, shop: TestWallet) => ({ payees: [shop.address, thief.address] })],
    ['the limit', () => ({ limit: BCH })],
    ['the period', () => ({ periodBlocks: 1 })],
    ['that anybody may be paid', () => ({ payees: undefined, paysAnybody: true })],
  ] as const)('has nothing signed: %s', async (_, change) => {
    const [dave, shop, thief] = [await fixture.wallet(), await fixture.wallet(), await fixture.wallet()];
    const allowance = { spender: dave.address, payees: [shop.address], limit: BCH / 10n, periodBlocks: DAY_BLOCKS };
    await refusedWhere({ allowance }, { allowance: { ...allowance, ...change(thief, shop) } });
  });
});

it('a payment that was sent and not confirmed is confirmed after a reload', async () => {
  const { dave, shop, handle, purse } = await openPurse();
  const stop = new AbortController();
  let pending: Parameters<Fixture['weir']['resume']>[0] | undefined;
  const paying = handle.pay({ to: shop.address, amount: BCH / 50n }, dave, {
    signal: stop.signal,
    onProgress(progress) {
      if (progress.step !== 'confirming') return;
      pending = progress.pending;
      stop.abort(new Error('The page is closed'));
    },
  });
  await paying.catch((error: unknown) => {
    if (isWeirError(error)) throw error;
  });
  if (pending === undefined) throw new Error('Nothing was signed');
  expect(await fixture.weir.resume(pending, dave)).toMatchObject({ status: 'ACTIVE' });
  const { steps } = await handle.get(dave);
  expect(steps.map(({ step }) => step)).toEqual(['paid', 'opened']);
  expect(purse.status).toBe('ACTIVE');
});
