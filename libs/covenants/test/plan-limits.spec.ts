import {
  buildPlanRefund,
  feeBoundsOf,
  InsufficientFundsError,
  planPaymentNeed,
  readPlanTransition,
  type PlanProduct,
  type StreamDraft,
} from '../src/index.js';
import { decode } from './support/chain.js';
import { createParty } from './support/party.js';
import { openPlan, somebody, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;
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
    { cancelFills: 255n, feeBound: feeBoundsOf(product).most },
  );

describe.each(PRODUCTS)('%s at its longest', (product) => {
  it('every step nobody signs costs less than the least bound, and too little below the most for a rewriter’s output', async () => {
    const { chain, sender, start, scenario } = await longest(product);
    const { least, most } = feeBoundsOf(product);
    const extra = product.endsWith('TOKEN') ? 1_000 : 0;
    const sizes: number[] = [];
    chain.reach(start + 500n * DAY);
    sizes.push(scenario.pay(1).built.size + extra);
    await scenario.stop([1, 2], 'cancel', sender);
    chain.reach(start + 700n * DAY);
    sizes.push(scenario.pay(1).built.size + extra);
    chain.mine(300);
    sizes.push(scenario.refund(1).built.size + extra);
    chain.reach(start + 2_000n * DAY);
    const ends = [scenario.pay(2).built.size + extra, scenario.pay(3).built.size + extra];
    expect(Math.max(...sizes, ...ends)).toBeLessThanOrEqual(Number(least));
    // 34 bytes and 546 satoshis: an output of their own.
    expect(Math.min(...ends) + 580).toBeGreaterThan(Number(most));
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
