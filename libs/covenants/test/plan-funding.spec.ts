import { binToHex } from '@bitauth/libauth';
import {
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
  buildPlanFunding,
  decodePlanAnnouncement,
  InsufficientFundsError,
  noteSatoshis,
  readPlanTransition,
  type PlanDraft,
} from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party, pay } from './support/party.js';
import { foundIn, mintTo, partsOf, planOf, PlanScenario, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;
const TOTAL = 1_000_000n;
const NOTE = noteSatoshis({ product: 'VESTING_BCH' });

const scene = (...coins: bigint[]) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', ...coins);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime();
  const draft = (to: Party = recipient): PlanDraft =>
    planOf('VESTING_BCH', sender.lockingBytecode, [
      streamOf('VESTING_BCH', to.lockingBytecode, start, { total: TOTAL, periods: 100 }),
    ]);
  return { chain, sender, recipient, start, draft };
};

const build = (chain: TestChain, draft: PlanDraft, payer: Parameters<typeof buildPlanFunding>[1]) => {
  const [part] = partsOf(draft);
  if (part === undefined) throw new Error('Nothing to open');
  return buildPlanFunding(part, payer, chain.tip());
};

/** What a builder says is missing. */
const missing = (act: () => unknown): InsufficientFundsError['data'] => {
  try {
    act();
  } catch (error) {
    if (error instanceof InsufficientFundsError) return error.data;
    throw error;
  }
  throw new Error('Nothing is missing');
};

describe('a funding', () => {
  it('makes the state and says what it is, within the sender’s plain coins', async () => {
    const { chain, sender, recipient, draft } = scene(5_000_000n, 30_000n);
    const scenario = await PlanScenario.fund(chain, sender, draft());
    const { contract, coin } = scenario.stream(1);
    if (coin === undefined) throw new Error('It is open');
    const { outputs } = chain.transaction(coin.outpoint.txid);
    const [change, state, announcement, beacon, note] = outputs;
    expect(change?.lockingBytecode).toEqual(sender.lockingBytecode);
    expect([coin.outpoint.vout, state?.valueSatoshis]).toEqual([1, TOTAL + coin.reserve]);
    expect(beacon?.lockingBytecode).toEqual(
      beaconLockingBytecode(beaconEpoch(chain.tip().height), beaconShard(contract.lockingBytecode)),
    );
    expect(note).toEqual({ lockingBytecode: recipient.lockingBytecode, valueSatoshis: NOTE });
    expect(recipient.balance()).toBe(NOTE);
    expect(outputs).toHaveLength(5);
    expect(decodePlanAnnouncement(announcement?.lockingBytecode ?? new Uint8Array(), true)).toEqual(contract.terms);
  });

  it('pays a satoshi for each byte of the longest it can get', async () => {
    const { chain, sender, draft } = scene(900_000n, 800_000n);
    const { transaction } = build(chain, draft(), sender.funds());
    expect(transaction.fee).toBe(BigInt(transaction.size));
    const txid = await sender.send(transaction);
    // The wallet signs with Schnorr, which is 7 bytes shorter than the longest ECDSA signature and its key.
    expect(transaction.inputs).toHaveLength(2);
    expect(chain.node.transaction(txid)?.size).toBe(transaction.size - 2 * 7);
    expect(chain.feeOf(txid)).toBe(transaction.fee);
  });

  it('can follow another five times in a row, all of them unconfirmed', async () => {
    const { chain, sender, draft } = scene(20_000_000n);
    const scenarios: PlanScenario[] = [];
    for (let i = 0; i < 5; i += 1) scenarios.push(await PlanScenario.fund(chain, sender, draft()));
    const coins = scenarios.map((scenario) => scenario.coin(1));
    expect(coins.slice(1).map(({ category }) => category)).toEqual(
      coins.slice(0, 4).map(({ outpoint: { txid } }) => txid),
    );
    expect(new Set(scenarios.map((scenario) => scenario.stream(1).contract.address)).size).toBe(5);
    chain.mine(1);
    for (const { outpoint } of coins) expect(chain.node.transaction(outpoint.txid)?.block).toBeDefined();
  });

  it('leaves coins with tokens where they are, even one with index 0 that is worth more', async () => {
    const { chain, sender, draft } = scene(3_000_000n);
    mintTo(chain, sender, 1_000n);
    const tokens = sender.coins().filter(({ token }) => token !== undefined);
    expect(tokens.map(({ vout }) => vout)).toEqual([0]);
    await PlanScenario.fund(chain, sender, draft());
    expect(sender.coins()).toEqual(expect.arrayContaining(tokens));
  });

  it('is refused to a wallet whose plain coins do not suffice, however rich its tokens are', () => {
    const { chain, sender, draft } = scene(900_000n);
    mintTo(chain, sender, 1_000n);
    expect(missing(() => build(chain, draft(), sender.funds()))).toMatchObject({ available: 900_000n });
  });

  it('of somebody else at the same address is not a step of the stream', async () => {
    const { chain, sender, draft } = scene(20_000_000n, 20_000_000n);
    const stranger = createParty(chain, 'stranger', 20_000_000n);
    const plan = draft();
    const scenario = await PlanScenario.fund(chain, sender, plan);
    const twin = await stranger.send(build(chain, plan, stranger.funds()).transaction);
    const { contract, coin } = scenario.stream(1);
    expect(foundIn(chain, twin).streams.map((each) => each.contract.address)).toEqual([contract.address]);
    if (coin === undefined) throw new Error('It is open');
    expect(readPlanTransition(contract, coin, twin, chain.transaction(twin)).ok).toBe(false);
  });
});

describe('a preparation', () => {
  it('is asked for where no plain coin has index 0; it gathers them in one that has, and then the funding follows', async () => {
    const { chain, sender, draft } = scene();
    const payer = createParty(chain, 'payer', 9_000_000n);
    await pay(
      payer,
      { to: sender.lockingBytecode, amount: 2_000_000n },
      { to: sender.lockingBytecode, amount: 1_500_000n },
    );
    const coins = sender.coins().filter(({ vout }) => vout !== 0);
    const { kind, transaction } = build(chain, draft(), { hash: sender.hash, coins });
    expect(kind).toBe('preparation');
    const prepared = await sender.send(transaction);
    expect(chain.transaction(prepared).outputs.map(({ lockingBytecode }) => binToHex(lockingBytecode))).toEqual([
      binToHex(sender.lockingBytecode),
    ]);
    const gathered = sender.coins().filter(({ txid }) => txid === prepared);
    const after = build(chain, draft(), { hash: sender.hash, coins: gathered });
    expect(after.kind).toBe('funding');
    expect(after.transaction.inputs[0]).toMatchObject({ txid: prepared, vout: 0 });
    await sender.send(after.transaction);
  });

  it('is refused, naming what it and the funding after it need, to a wallet that lacks a satoshi of that', () => {
    const { chain, sender, draft } = scene();
    const plan = draft();
    const coin = (satoshis: bigint) => ({
      hash: sender.hash,
      coins: [{ txid: 'ab'.repeat(32), vout: 1, satoshis }],
    });
    const { needed } = missing(() => build(chain, plan, coin(10_000n)));
    expect(missing(() => build(chain, plan, coin(needed - 1n)))).toMatchObject({ needed, available: needed - 1n });
    expect(build(chain, plan, coin(needed)).kind).toBe('preparation');
  });
});

describe('a stream of a sender to themselves', () => {
  it('shows what its payments pay from the reserve that returns', async () => {
    const { chain, sender, start, draft } = scene(20_000_000n);
    const scenario = await PlanScenario.fund(chain, sender, draft(sender));
    const { reserve } = scenario.coin(1);
    chain.reach(start + 50n * DAY);
    expect(scenario.pay(1).transition).toMatchObject({ paidToRecipient: TOTAL / 2n, returnedToSender: 0n });
    chain.reach(start + 100n * DAY);
    const paid = reserve - scenario.coin(1).reserve;
    const { built, transition } = scenario.pay(1);
    expect(transition).toMatchObject({
      paidToRecipient: TOTAL / 2n,
      reserveReturned: reserve - paid - built.fee,
      next: undefined,
    });
  });
});
