import {
  buildPlanRefund,
  buildPlanStop,
  createPlanContracts,
  createVaultContract,
  defaultPlanFees,
  INITIAL_VAULT_STATE,
  InsufficientFundsError,
  lockingBytecodeOf,
  mostStopsOf,
  partyHash,
  planFeeLimits,
  planPaymentNeed,
  planStop,
  proposePlanStop,
  readPlanTransition,
  type PlanCoin,
  type PlanProduct,
  type PlanTerms,
  type StreamDraft,
} from '../src/index.js';
import { decode } from './support/chain.js';
import { createParty } from './support/party.js';
import { openPlan, somebody, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;
const START = 1_000_000_000n;
const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];
/** Longest parameters: a P2SH32 recipient, dates, notices and indexes of the most bytes. */
const longest = (product: PlanProduct) =>
  openPlan(
    product,
    (start) =>
      [2, 5, 8, 11].map((name): StreamDraft => {
        const total = product.endsWith('BCH') ? 3_000_000_000n : 1_000_000_000_000_000_000n;
        const stream = streamOf(product, somebody(name), start, { total, periods: 100, period: 10n * DAY });
        return stream.kind === 'VESTING'
          ? { ...stream, group: { ...stream.group, cliff: 100n * DAY, step: DAY, noticeBlocks: 300 }, payments: 100 }
          : { ...stream, firstDue: start + 100n * DAY, group: { ...stream.group, noticeBlocks: 300 } };
      }),
    { cancelFills: 255n },
  );

describe.each(PRODUCTS)('%s at its longest', (product) => {
  it('every step nobody signs costs less than the least fee or floor, and too little below the most for a rewriter’s output', async () => {
    const { chain, sender, start, scenario } = await longest(product);
    const { fee, floor } = planFeeLimits(product);
    const extra = product.endsWith('TOKEN') ? 1_000 : 0;
    chain.reach(start + 500n * DAY);
    const payments = [scenario.pay(1).built.size + extra];
    await scenario.stop([1, 2], 'cancel', sender);
    chain.reach(start + 700n * DAY);
    payments.push(scenario.pay(1).built.size + extra);
    chain.mine(300);
    const others = [scenario.refund(1).built.size + extra];
    chain.reach(start + 2_000n * DAY);
    others.push(scenario.pay(2).built.size + extra, scenario.pay(3).built.size + extra);
    for (const [sizes, { least, most }] of [
      [payments, fee],
      [others, floor],
    ] as const) {
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Number(least));
      // 34 bytes and 546 satoshis: an output of their own.
      expect(Math.min(...sizes) + 580).toBeGreaterThan(Number(most));
    }
  });

  it('says what a payment needs at a rate, and the payer what they lack', async () => {
    const { chain, start, scenario } = await longest(product);
    chain.reach(start + 500n * DAY);
    expect(planPaymentNeed(scenario.due(1))).toBe('NOTHING');
    expect(planPaymentNeed(scenario.due(1), { feeRate: 5_000n })).toBe('A_COIN');
    const poor = createParty(chain, `poor ${product}`, 600n);
    await expect(scenario.payBy(1, poor, 5_000n)).rejects.toThrow(InsufficientFundsError);
  });

  it('reads no step where there is none, or where it was tampered with', async () => {
    const { chain, sender, start, scenario } = await longest(product);
    chain.reach(start + 500n * DAY);
    const { contract } = scenario.stream(1);
    const before = scenario.coin(1);
    const { built } = await scenario.stop([1, 2, 3, 4], 'cancel', sender);
    expect(built.size).toBeLessThan(100_000);
    const txid = scenario.coin(1).outpoint.txid;
    const transaction = chain.transaction(txid);
    expect(readPlanTransition(contract, scenario.coin(2), txid, transaction)).toEqual({
      ok: false,
      problem: 'NOT_SPENT',
    });
    for (const vout of [1, 2, 3]) {
      const outputs = transaction.outputs.map((output, i) =>
        i === vout ? { ...output, lockingBytecode: somebody(1) } : output,
      );
      const read = readPlanTransition(contract, before, txid, { ...transaction, outputs });
      expect(read).toEqual({ ok: false, problem: 'UNEXPECTED_OUTPUTS' });
    }
    const [first, second, ...others] = transaction.inputs;
    if (first === undefined || second === undefined) throw new Error('No inputs');
    const swapped = { ...transaction, inputs: [second, first, ...others] };
    expect(readPlanTransition(contract, before, txid, swapped)).toEqual({ ok: false, problem: 'UNEXPECTED_OUTPUTS' });
  });

  it('reads the end of a stream by a refund that pays more than it must: a coin beside it hides nothing', async () => {
    const { chain, sender, start, scenario } = await longest(product);
    chain.reach(start + 500n * DAY);
    await scenario.stop([1], 'cancel', sender);
    const [{ contract }, coin] = [scenario.stream(1), scenario.coin(1)];
    const { outputs, ...refund } = decode(buildPlanRefund(contract, coin, scenario.clock(1))?.hex ?? '');
    const richer = outputs.map((output, i) =>
      i === 0 ? { ...output, valueSatoshis: output.valueSatoshis + 100_000_000n } : output,
    );
    expect(readPlanTransition(contract, coin, 'ee'.repeat(32), { ...refund, outputs: richer })).toMatchObject({
      ok: true,
      transition: { kind: 'refund', next: undefined, returnedToSender: coin.principal },
    });
  });
});

/** A stream with every number at its longest, paid to a P2SH32. */
const longestItem = (product: PlanProduct, sender: Uint8Array) => {
  const isVesting = product.startsWith('VESTING');
  const terms: PlanTerms = {
    product,
    sender,
    nonce: new Uint8Array(16).fill(1),
    ...defaultPlanFees(product),
    cancelFills: 255n,
    delay: 65_535,
    groups: [
      isVesting
        ? { kind: 'VESTING', cliff: 3_000_000_000n, step: 30_000_000n, noticeBlocks: 65_000 }
        : { kind: 'RECURRING', interval: 30_000_000n, noticeBlocks: 65_000, pausable: true, cancelable: true },
    ],
  };
  const [contract] = createPlanContracts(terms, 'mainnet');
  if (contract === undefined) throw new Error('One group is one contract');
  const recipient = somebody(2);
  const common = { index: 32_767, recipient: partyHash(recipient) };
  const coin: PlanCoin = {
    outpoint: { txid: '11'.repeat(32), vout: 0 },
    category: 'ab'.repeat(32),
    units: 32_767n,
    state: isVesting
      ? { kind: 'VESTING', ...common, released: 1_000_000n, start: 500_000_000n, end: 4_000_000_000n }
      : {
          kind: 'RECURRING',
          ...common,
          status: 'ACTIVE',
          open: 'ALL',
          unpaid: 300,
          next: START,
          amount: 4_000_000_000_000n,
        },
    principal: 2_000_000_000_000_000n,
    reserve: 1_000_000n,
    companion: product.endsWith('TOKEN') ? { category: 'cd'.repeat(32), satoshis: 1_000n } : undefined,
  };
  const stop = planStop(contract, coin, 'cancel', isVesting ? 3_600_000_000n : START + 90_000_000n);
  if (stop === undefined || stop.paid === 0n) throw new Error('A cancel pays something');
  return { contract, coin, recipient, stop };
};

describe.each(PRODUCTS)('as many cancels of %s as are promised', (product) => {
  const itemsOf = (sender: Uint8Array) => {
    const item = longestItem(product, sender);
    return Array.from({ length: mostStopsOf(product) }, (_, i) => ({
      ...item,
      coin: { ...item.coin, outpoint: { ...item.coin.outpoint, vout: 2 * i } },
    }));
  };
  const coin = { txid: '22'.repeat(32), vout: 1, satoshis: 1_000_000_000n };

  it('fit one transaction of a key, however long their terms are', () => {
    const hash = new Uint8Array(20).fill(5);
    expect(buildPlanStop(itemsOf(lockingBytecodeOf(hash)), { hash, coins: [coin] }).size).toBeLessThan(97_000);
  });

  it('fit one transaction of a vault, however long their terms are', () => {
    const [first, second, third] = [1, 2, 3].map((name) => new Uint8Array(20).fill(name));
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three');
    const vault = createVaultContract(
      { signers: [first, second, third], nonce: new Uint8Array(16).fill(1) },
      'mainnet',
    );
    const { txid, vout, satoshis } = coin;
    const state = { outpoint: { txid, vout }, satoshis, category: 'fc'.repeat(32), state: INITIAL_VAULT_STATE };
    expect(proposePlanStop(vault, { state, coins: [] }, itemsOf(vault.lockingBytecode)).size).toBeLessThan(97_000);
  });
});
