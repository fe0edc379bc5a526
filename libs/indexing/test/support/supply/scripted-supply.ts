import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, type PlanDraft } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { createBase, DAY, type BaseParty, type ChainBase } from '../chain-base.js';
import { ScriptedPlan } from '../scripted-plan.js';
import type { Scripted } from '../scripted.js';

/** A plan of one token, with the drafts that its streams were made from. */
export interface SupplySubject {
  readonly plan: ScriptedPlan;
  readonly category: string;
}

/** What can happen to tokens in contracts over two hundred days, signed beforehand. */
export interface ScriptedSupply {
  readonly transactions: readonly Scripted[];
  readonly subjects: readonly SupplySubject[];
}

const SECOND_SUPPLY = 1_000_000_000n;
const recipient = (i: number): Uint8Array =>
  lockingBytecodeOf(createWallet({ privateKey: `supply recipient ${i}` }).publicKeyHash);
const days = (count: number): bigint => BigInt(count * DAY);

/** The base chain with a second token, all of which one party owns; each one made is the same. */
export const createSupplyBase = (): ChainBase & { readonly second: BaseParty; readonly secondCategory: string } => {
  const base = createBase();
  const { wallet, coins } = base.party(1);
  const { category, transaction } = base.node.mint(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), {
    amount: SECOND_SUPPLY,
  });
  const tokens = {
    txid: transaction.txid,
    vout: 0,
    satoshis: transaction.outputs[0]?.satoshis ?? 0n,
    token: { category, amount: SECOND_SUPPLY },
  };
  // Deeper than any reorganisation.
  base.node.mine(11, { timeStep: 600 });
  return { ...base, second: { wallet, coins: [...coins, tokens] }, secondCategory: category };
};

/** One by the second, one by weeks with a cliff, and two that nobody can cancel; amounts that no schedule divides. */
const vesting = (start: bigint): PlanDraft['streams'] =>
  (
    [
      [1_000_003n, { cliff: 0n, step: 1n, noticeBlocks: 6 }],
      [777_777_777n, { cliff: days(30), step: days(7), noticeBlocks: 6 }],
      [9_007_199_254_740_993n, { cliff: 0n, step: 1n, noticeBlocks: 0 }],
      [10_000_019n, { cliff: days(90), step: days(30), noticeBlocks: 0 }],
    ] as const
  ).map(([total, group], i) => ({
    kind: 'VESTING',
    recipient: recipient(i),
    total,
    start,
    end: start + days(200) + BigInt(i * 1_234),
    group: { kind: 'VESTING', ...group },
  }));

const salaries = (firstDue: bigint): PlanDraft['streams'] =>
  [11, 23].map((periods, i) => ({
    kind: 'RECURRING',
    recipient: recipient(i),
    amount: 1_000_001n,
    periods,
    firstDue,
    group: { kind: 'RECURRING', interval: days(7), noticeBlocks: 6, pausable: true, cancelable: true },
  }));

const scriptVesting = async (plan: ScriptedPlan, start: bigint): Promise<void> => {
  const at = (count: number): bigint => start + days(count);
  const funded = await plan.fund();
  const one = await plan.pay(funded, 1, at(20));
  const two = await plan.pay(one, 2, at(45));
  const three = await plan.pay(two, 3, at(60));
  const cancelled = await plan.stop(three, [1, 2], 'cancel', at(70));
  const pushed = await plan.pay(cancelled, 1, at(100));
  await plan.end(cancelled, 2);
  await plan.end(pushed, 1);
  const four = await plan.pay(cancelled, 4, at(121));
  await plan.pay(four, 3, at(202));
  await plan.pay(three, 2, at(150));
  const early = await plan.stop(funded, [1], 'cancel', at(5));
  await plan.end(early, 1);
  await plan.pay(early, 3, at(33));
};

const scriptSalaries = async (plan: ScriptedPlan, start: bigint): Promise<void> => {
  const at = (count: number): bigint => start + days(count) + 60n;
  const funded = await plan.fund();
  const paid = await plan.pay(funded, 1, at(15));
  const paused = await plan.stop(paid, [1, 2], 'pause', at(30));
  const half = await plan.end(paused, 1);
  const settled = await plan.end(half, 2);
  await plan.pay(settled, 1, at(40));
  const resumed = await plan.resume(settled, [1, 2], at(60));
  await plan.pay(resumed, 1, at(130));
  const ended = await plan.stop(settled, [2], 'cancel', at(61));
  await plan.end(ended, 2);
  const cancelled = await plan.stop(funded, [1, 2], 'cancel', at(8));
  await plan.pay(cancelled, 1, at(29));
  await plan.end(cancelled, 2);
};

/** Builds and signs all of it, once for all runs of a file. */
export const scriptSupply = async (): Promise<ScriptedSupply> => {
  const base = createSupplyBase();
  const start = BigInt(base.time);
  const streams = new ScriptedPlan('grants', 'VESTING_TOKEN', base.holder, vesting(start), 81, base.category);
  await scriptVesting(streams, start);
  const pay = new ScriptedPlan('wages', 'RECURRING_TOKEN', base.second, salaries(start), 82, base.secondCategory);
  await scriptSalaries(pay, start);
  return {
    transactions: [...streams.all, ...pay.all],
    subjects: [
      { plan: streams, category: base.category },
      { plan: pay, category: base.secondCategory },
    ],
  };
};
