import type { Output } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import {
  type AirdropAsset,
  buildKeylessLockClaim,
  buildKeylessLockPayment,
  buildLockFunding,
  buildPaidLockPayment,
  CovenantError,
  createLockContract,
  cutLocks,
  encodeWcTransaction,
  findLockFunding,
  InsufficientFundsError,
  leastKeyless,
  lockCost,
  lockEnd,
  type LockOrder,
  lockPayableFrom,
  lockPaymentNeed,
  lockPayout,
  lockUnits,
  lockVesting,
  partyOf,
  readLockTransition,
} from '../src/index.js';
import { assemble } from '../src/transaction/assemble.js';
import { assetOf, heldBy } from './support/airdrop-scenario.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { fundLocks, LiveLock, locksIn } from './support/lock-scenario.js';
import { createParty, pay, tokensOf } from './support/party.js';
import { somebody } from './support/plan-scenario.js';

const DAY = 86_400n;
const TOTAL = 40_000_000n;

const scene = (type: AirdropAsset['type']) => {
  const chain = createTestChain();
  const payer = createParty(chain, 'payer', 900_000_000n, 800_000_000n);
  const recipient = createParty(chain, 'recipient', 100_000n);
  const stranger = createParty(chain, 'stranger', 100_000n);
  const asset = assetOf(chain, payer, type, 10_000_000_000n);
  chain.mine(1);
  const start = chain.locktime();
  const order = (change: Partial<LockOrder> = {}): LockOrder => ({
    recipient: recipient.lockingBytecode,
    total: TOTAL,
    start,
    cliff: start + 10n * DAY,
    step: DAY,
    steps: 100n,
    ...change,
  });
  return { chain, payer, recipient, stranger, asset, start, order };
};

const one = async (type: AirdropAsset['type'], change: Partial<LockOrder> = {}) => {
  const given = scene(type);
  const { found, built, txid } = await fundLocks(given.chain, given.payer, given.asset, [given.order(change)]);
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error('One lock was funded');
  return { ...given, lock: new LiveLock(given.chain, first), built, txid };
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a lock in %s', (type) => {
  it('is found from the bytes of its funding, with its terms', async () => {
    const { lock, order, recipient, asset } = await one(type);
    expect(lock.contract.terms).toEqual({ asset: type, ...order() });
    expect(lock.coin && lockUnits(lock.contract, lock.coin)).toBe(TOTAL);
    expect(lock.coin?.token?.category).toBe(asset.type === 'BCH' ? undefined : asset.category);
    // The note pays for a payment with a coin of the recipient's own.
    expect(recipient.coins()).toHaveLength(2);
  });

  it('pays what has vested, by nobody, by strangers and by its recipient, to the last unit', async () => {
    const { chain, lock, recipient, stranger, asset, start } = await one(type);
    const before = heldBy(recipient, asset);
    let [fees, own] = [0n, 0n];
    for (const [days, by] of [
      [10n, 'nobody'],
      [11n, 'recipient'],
      [30n, 'stranger'],
      [60n, 'nobody'],
      [100n, 'nobody'],
    ] as const) {
      chain.reach(start + days * DAY);
      const due = vestedAmount(lockVesting(lock.contract.terms), chain.locktime());
      if (by === 'nobody') {
        const { built, transition } = lock.push();
        expect(built.fee).toBe(BigInt(built.size));
        fees += type === 'BCH' ? built.fee : 0n;
        expect(transition.released - transition.paidToRecipient).toBe(type === 'BCH' ? built.fee : 0n);
      } else {
        const { built, transition } = await lock.pay(by === 'recipient' ? recipient : stranger);
        own += by === 'recipient' && type === 'BCH' ? built.fee : 0n;
        expect(transition.paidToRecipient).toBe(transition.released);
      }
      expect(heldBy(recipient, asset) - before + fees + own).toBe(due);
    }
    expect(lock.coin).toBeUndefined();
    expect(heldBy(recipient, asset) - before + fees + own).toBe(TOTAL);
  });

  it('pays nothing before its cliff, and says from when on', async () => {
    const { chain, lock, start } = await one(type);
    const { contract, coin } = lock;
    if (coin === undefined) throw new Error('It is funded');
    chain.reach(start + 10n * DAY - 1n);
    expect(lockPayout(contract, coin, chain.locktime())).toBeUndefined();
    expect(lockPayableFrom(contract, coin)).toBe(start + 10n * DAY);
    expect(lockPayableFrom(contract, coin, leastKeyless(contract.terms))).toBe(start + 10n * DAY);
    chain.reach(start + 10n * DAY);
    const { transition } = lock.push();
    const next = transition.next;
    if (next === undefined) throw new Error('It goes on');
    expect(lockPayableFrom(contract, next)).toBe(start + 11n * DAY);
    // A hundredth is due each day, and a 64th is two days' worth.
    expect(lockPayableFrom(contract, next, leastKeyless(contract.terms))).toBe(start + 12n * DAY);
    expect(lockPayableFrom(contract, next, TOTAL)).toBe(lockEnd(contract.terms));
  });

  it('takes small payments from its recipient alone', async () => {
    const { chain, lock, recipient, stranger, start } = await one(type);
    chain.reach(start + 10n * DAY);
    lock.push();
    chain.reach(start + 11n * DAY);
    const small = lock.due();
    expect(small.payout.small).toBe(true);
    expect(lockPaymentNeed(small)).toBe('RECIPIENTS_COIN');
    expect(buildKeylessLockPayment(small)).toBeUndefined();
    expect(() => buildPaidLockPayment(small, stranger.funds())).toThrow(CovenantError);
    await lock.pay(recipient);
  });

  it('pays by the coins of others where nodes ask for more than it may give', async () => {
    const { chain, lock, stranger, start } = await one(type);
    chain.reach(start + 50n * DAY);
    const payment = lock.due();
    expect(lockPaymentNeed(payment)).toBe('NOTHING');
    expect(lockPaymentNeed(payment, { feeRate: 2_000n })).toBe('A_COIN');
    expect(buildKeylessLockPayment(payment, { feeRate: 2_000n })).toBeUndefined();
    const built = buildPaidLockPayment(payment, stranger.funds(), { feeRate: 2_000n });
    expect(built.fee).toBeGreaterThanOrEqual(2n * BigInt(built.size));
    // The lock gives its bound, the stranger the rest.
    expect(built.inputs.length).toBe(2);
    await stranger.send(built);
    expect(() => buildPaidLockPayment(payment, { hash: stranger.hash, coins: [] }, { feeRate: 2_000n })).toThrow(
      InsufficientFundsError,
    );
  });

  it('is paid by a wallet with nothing to sign', async () => {
    const { chain, lock, start } = await one(type);
    chain.reach(start + 50n * DAY);
    const claim = buildKeylessLockClaim(lock.due());
    expect(claim && encodeWcTransaction(claim.wcTransaction, 'tagged').transaction).toBe(claim?.hex);
  });

  it('of a script is paid as one of a key is', async () => {
    const vault = partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(9) }) ?? new Uint8Array();
    const { chain, lock, start } = await one(type, { recipient: vault });
    chain.reach(start + 100n * DAY);
    lock.push();
    expect(chain.coinsOf(vault)).toHaveLength(2);
  });

  it('is not read from a transaction that does not pay it', async () => {
    const { chain, lock, start, txid } = await one(type);
    const { contract, coin } = lock;
    if (coin === undefined) throw new Error('It is funded');
    expect(readLockTransition(contract, coin, txid, chain.transaction(txid))).toBeUndefined();
    chain.reach(start + 20n * DAY);
    const { built } = lock.push();
    const transaction = chain.transaction(built.txid);
    const tampered = (change: (output: Output, vout: number) => Output) => ({
      ...transaction,
      outputs: transaction.outputs.map(change),
    });
    expect(readLockTransition(contract, coin, built.txid, transaction)).toBeDefined();
    for (const other of [
      tampered(({ lockingBytecode, ...output }, vout) =>
        vout === 0 ? { lockingBytecode, valueSatoshis: 1n } : { lockingBytecode, ...output },
      ),
      tampered((output, vout) => (vout === 1 ? { ...output, lockingBytecode: Uint8Array.of(0x51) } : output)),
      { ...transaction, locktime: Number(start) },
      { ...transaction, outputs: [] },
    ])
      expect(readLockTransition(contract, coin, built.txid, other)).toBeUndefined();
  });

  it('is not funded with unsound terms', () => {
    const { chain, payer, asset, order } = scene(type);
    const fund = (change: Partial<LockOrder>) => () =>
      buildLockFunding(
        { asset, sender: payer.lockingBytecode, locks: [order(change)] },
        payer.funds(),
        'devnet',
        chain.tip(),
      );
    for (const change of [{ steps: 0n }, { step: 0n }, { cliff: 0n }, { total: 0n }, { payments: 0 }, { payments: 65 }])
      expect(fund(change)).toThrow(RangeError);
    expect(() => createLockContract({ asset: type, ...order({ steps: 0n }) }, 'devnet')).toThrow(RangeError);
  });
});

/** Parties of every kind in turn. */
const partyAt = (index: number): Uint8Array => {
  if (index % 3 === 0) return somebody(index);
  const kind = index % 3 === 1 ? 'P2SH20' : 'P2SH32';
  const hash = Uint8Array.from({ length: kind === 'P2SH20' ? 20 : 32 }, (_, i) => (index >> (8 * (i % 3))) & 0xff);
  return partyOf({ kind, hash }) ?? somebody(index);
};

const many = (chain: TestChain, count: number): LockOrder[] => {
  const start = chain.locktime();
  return Array.from({ length: count }, (_, i) => ({
    recipient: partyAt(Math.floor(i / 2)),
    total: 20_000n + BigInt(i),
    start: start + BigInt(i % 11),
    cliff: start + 5_000n,
    step: 1n,
    steps: 10_000_000n,
  }));
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('many locks in %s', (type) => {
  it('of every kind of recipient are funded by one signature, and come back exactly from its bytes', async () => {
    const { chain, payer, asset } = scene(type);
    const orders = many(chain, 60);
    const { built, found } = await fundLocks(chain, payer, asset, orders);
    expect(found.map(({ contract }) => contract.terms)).toEqual(orders.map((order) => ({ asset: type, ...order })));
    const cost = lockCost({ asset, sender: payer.lockingBytecode, locks: orders });
    expect(cost.notes).toBe((type === 'BCH' ? 1_200n : 2_400n) * 30n);
    // The builder pays for tokens that return, and the signature of a wallet is a few bytes shorter.
    expect(Math.abs(cost.bytes - built.size)).toBeLessThanOrEqual(type === 'BCH' ? 8 : 160);
    // Twelve payments each.
    expect(cost.reserves).toBe(type === 'BCH' ? 0n : 60n * 12n * 1_500n);
  });

  it('are cut into as few fundings as nodes relay', async () => {
    const { chain, payer, asset } = scene(type);
    const orders = many(chain, 1_700);
    const runs = cutLocks({ asset, locks: orders });
    expect(runs.flat()).toEqual(orders);
    const [first] = runs;
    const { built, found } = await fundLocks(chain, payer, asset, first ?? []);
    expect(found).toHaveLength(first?.length ?? 0);
    expect(built.size).toBeLessThanOrEqual(100_000);
    expect(built.size).toBeGreaterThan(97_000);
    expect(
      cutLocks({ asset, locks: many(chain, 12).map((order, i) => ({ ...order, steps: BigInt(i + 1) })) }),
    ).toHaveLength(2);
  });
});

describe('a funding of locks', () => {
  const funding = async () => {
    const { chain, payer, asset, order, recipient } = scene('BCH');
    const { txid } = await fundLocks(chain, payer, asset, [order(), order({ total: 50_000n, cliff: order().start })]);
    const transaction = chain.transaction(txid);
    const read = (outputs: readonly Output[]) =>
      findLockFunding('devnet', txid, { ...transaction, outputs: [...outputs] });
    return { chain, payer, recipient, txid, transaction, outputs: transaction.outputs, read };
  };

  it('says why it is none', async () => {
    const { outputs, read } = await funding();
    const announcement = outputs.findIndex(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
    const own = outputs[announcement];
    if (own === undefined) throw new Error('It is announced');
    expect(read(outputs.filter((each) => each !== own))).toEqual({ ok: false, problem: 'NO_ANNOUNCEMENT' });
    expect(read([...outputs, own])).toEqual({ ok: false, problem: 'SEVERAL_ANNOUNCEMENTS' });
    const broken = { ...own, lockingBytecode: own.lockingBytecode.slice() };
    broken.lockingBytecode.fill(0, broken.lockingBytecode.length - 4);
    expect(read(outputs.map((each) => (each === own ? broken : each)))).toEqual({
      ok: false,
      problem: 'TERMS_UNSOUND',
    });
    expect(read(outputs.slice(0, announcement + 1))).toEqual({ ok: false, problem: 'NO_LOCKS' });
  });

  it('loses only the lock that somebody changed', async () => {
    const { outputs, read } = await funding();
    const short = read(
      outputs.map((each, vout) => (vout === 4 ? { ...each, valueSatoshis: each.valueSatoshis - 1n } : each)),
    );
    expect(short.ok && short.found.locks.map(({ contract }) => contract.terms.total)).toEqual([50_000n]);
    const without = read(outputs.filter((_, vout) => vout !== 3));
    expect(without).toEqual({ ok: false, problem: 'NO_LOCKS' });
  });

  it('takes no plain send of a note’s value for a note of the locks before it', async () => {
    const { outputs, read } = await funding();
    const change = { lockingBytecode: somebody(7), valueSatoshis: 1_200n };
    const result = read([...outputs, change]);
    expect(result.ok && result.found.locks).toHaveLength(2);
  });
});

describe('what somebody sends to a lock’s address', () => {
  it('goes to the recipient: at the end, or above what is locked', async () => {
    const { chain, lock, payer, recipient, start } = await one('BCH');
    const { contract } = lock;
    const to = contract.lockingBytecode;
    const txid = await pay(payer, { to, amount: 5_000_000n }, { to, amount: 3n * TOTAL });
    const coins = [0, 1].map((vout) => ({
      outpoint: { txid, vout },
      satoshis: chain.transaction(txid).outputs[vout]?.valueSatoshis ?? 0n,
    }));
    const [small, large] = coins;
    if (small === undefined || large === undefined) throw new Error('Two were sent');
    chain.reach(start + 10n * DAY);
    expect(lockPayout(contract, small, chain.locktime())).toBeUndefined();
    const before = recipient.balance();
    const rich = new LiveLock(chain, { contract, coin: large });
    rich.push();
    expect(recipient.balance() - before).toBeGreaterThan(2n * TOTAL);
    chain.reach(start + 100n * DAY);
    new LiveLock(chain, { contract, coin: small }).push();
    expect(recipient.balance() - before).toBeGreaterThan(2n * TOTAL + 5_000_000n - 1_000n);
  });

  it('carries its tokens along', async () => {
    const { chain, lock, payer, recipient, start } = await one('BCH');
    const { contract } = lock;
    const asset = assetOf(chain, payer, 'FUNGIBLE_TOKEN', 77n);
    if (asset.type === 'BCH') throw new Error('A token was asked for');
    const token = { category: asset.category, amount: 77n };
    const coin = payer.coins().find((each) => each.token?.category === asset.category);
    if (coin === undefined) throw new Error('It was minted');
    const txid = await payer.send(
      assemble({
        network: 'devnet',
        contractInputs: [],
        requiredCoins: [coin],
        wallet: payer.funds(),
        change: 'last',
        outputs: [{ to: contract.lockingBytecode, amount: 5_000n, token }],
        userPrompt: 'Pay',
      }),
    );
    chain.reach(start + 100n * DAY);
    new LiveLock(chain, { contract, coin: { outpoint: { txid, vout: 0 }, satoshis: 5_000n, token } }).push();
    expect(tokensOf(recipient, asset.category)).toBe(77n);
    expect(locksIn(chain, lock.coin?.outpoint.txid ?? '')).toHaveLength(1);
  });
});
