import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, type PlanDraft } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { createBase, DAY, type BaseParty, type ChainBase } from '../chain-base.js';
import { ScriptedLocks, type ScriptedRow } from '../scripted-locks.js';
import { ScriptedPlan } from '../scripted-plan.js';
import type { Scripted } from '../scripted.js';

/** Everything that is scripted of one token: a plan, or locks, funded or claimed from a list. */
export interface SupplySubject {
  readonly plan?: ScriptedPlan;
  readonly locks?: ScriptedLocks;
  readonly category: string;
}

/** What can happen to tokens in contracts over two hundred days, signed beforehand. */
export interface ScriptedSupply {
  readonly transactions: readonly Scripted[];
  readonly subjects: readonly SupplySubject[];
}

const OTHER_SUPPLY = 1_000_000_000n;
const recipient = (i: number): Uint8Array =>
  lockingBytecodeOf(createWallet({ privateKey: `supply recipient ${i}` }).publicKeyHash);
const days = (count: number): bigint => BigInt(count * DAY);

/** A party who owns all of a token. */
interface TokenOwner {
  readonly owner: BaseParty;
  readonly category: string;
}

const ownerOf = (base: ChainBase, number: number): TokenOwner => {
  const { wallet, coins } = base.party(number);
  const { category, transaction } = base.node.mint(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), {
    amount: OTHER_SUPPLY,
  });
  const tokens = {
    txid: transaction.txid,
    vout: 0,
    satoshis: transaction.outputs[0]?.satoshis ?? 0n,
    token: { category, amount: OTHER_SUPPLY },
  };
  return { owner: { wallet, coins: [...coins, tokens] }, category };
};

/** The base chain with three tokens more, each of another party; each one made is the same. */
export const createSupplyBase = (): ChainBase & { readonly others: readonly [TokenOwner, TokenOwner, TokenOwner] } => {
  const base = createBase();
  const others = [ownerOf(base, 1), ownerOf(base, 2), ownerOf(base, 3)] as const;
  // Deeper than any reorganisation.
  base.node.mine(11, { timeStep: 600 });
  return { ...base, others };
};

const rows = (): readonly ScriptedRow[] =>
  [100_000_003n, 7_777_777n, 40_000_019n].map((amount, i) => ({
    recipient: createWallet({ privateKey: `supply recipient ${i}` }).publicKeyHash,
    amount,
  }));

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

/** By the second after a cliff, and by weeks; amounts that no schedule divides. */
const scriptLocks = async (
  start: bigint,
  { owner, category }: TokenOwner,
  payer: BaseParty,
): Promise<ScriptedLocks> => {
  const at = (count: number): bigint => start + days(count);
  const schedule = { start, cliff: start + days(30), step: 1n, steps: days(200) };
  const locks = new ScriptedLocks('stakes', { type: 'FUNGIBLE_TOKEN', category }, owner, rows(), schedule);
  const opened = await locks.fund();
  const one = await locks.pay(opened, 0, at(45));
  const two = await locks.pay(one, 1, at(60), payer);
  const three = await locks.pay(two, 0, at(100));
  await locks.pay(three, 0, at(200));
  await locks.pay(two, 1, at(150));
  await locks.pay(opened, 2, at(80));
  return locks;
};

const scriptList = async (start: bigint, { owner, category }: TokenOwner, payer: BaseParty): Promise<ScriptedLocks> => {
  const at = (count: number): bigint => start + days(count);
  const schedule = { start, cliff: start, step: days(7), steps: 29n };
  const list = new ScriptedLocks('shares', { type: 'FUNGIBLE_TOKEN', category }, owner, rows(), schedule);
  const opened = await list.fundList(84);
  const one = await list.claim(opened, 0, at(2));
  const two = await list.claim(one, 1, at(15));
  const paid = await list.pay(two, 0, at(50), payer);
  await list.pay(paid, 0, at(203));
  await list.pay(two, 1, at(203));
  await list.close(two, at(70));
  const three = await list.claim(two, 2, at(40));
  await list.pay(three, 2, at(203));
  await list.claim(opened, 2, at(5));
  return list;
};

/** Builds and signs all of it, once for all runs of a file. */
export const scriptSupply = async (): Promise<ScriptedSupply> => {
  const base = createSupplyBase();
  const start = BigInt(base.time);
  const streams = new ScriptedPlan('grants', 'VESTING_TOKEN', base.holder, vesting(start), 81, base.category);
  await scriptVesting(streams, start);
  const [second, third, fourth] = base.others;
  const pay = new ScriptedPlan('wages', 'RECURRING_TOKEN', second.owner, salaries(start), 82, second.category);
  await scriptSalaries(pay, start);
  const { wallet, coins } = base.claimant;
  const locks = await scriptLocks(start, third, { wallet, coins: coins.slice(0, 1) });
  const list = await scriptList(start, fourth, { wallet, coins: coins.slice(1, 2) });
  return {
    transactions: [...streams.all, ...pay.all, ...locks.all, ...list.all],
    subjects: [
      { plan: streams, category: base.category },
      { plan: pay, category: second.category },
      { locks, category: third.category },
      { locks: list, category: fourth.category },
    ],
  };
};
