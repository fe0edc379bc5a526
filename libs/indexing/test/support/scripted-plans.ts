import { lockingBytecodeOf, type RecurringDraft, type VestingDraft } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { DAY, type ChainBase } from './chain-base.js';
import { ScriptedPlan } from './scripted-plan.js';

const recipient = (i: number): Uint8Array =>
  lockingBytecodeOf(createWallet({ privateKey: `scripted recipient of plans ${i}` }).publicKeyHash);
const [first, second, third] = [recipient(1), recipient(2), recipient(3)];

/** Streams of forty days that ended before the chain's clock: the last one goes by days, at an address of its own. */
const vestingOf = (start: bigint, total: bigint): readonly VestingDraft[] =>
  [first, second, third].map((recipient, i) => ({
    kind: 'VESTING',
    recipient,
    total: total + BigInt(i),
    start,
    end: start + 40n * BigInt(DAY),
    group: { kind: 'VESTING', cliff: 0n, step: i < 2 ? 1n : BigInt(DAY), noticeBlocks: 6 },
  }));

const salariesOf = (start: bigint): readonly RecurringDraft[] =>
  [first, second].map((recipient) => ({
    kind: 'RECURRING',
    recipient,
    amount: 1_000_000n,
    periods: 30,
    firstDue: start,
    group: { kind: 'RECURRING', interval: BigInt(DAY), noticeBlocks: 6, pausable: true, cancelable: true },
  }));

/** Payments, cancels of one, of two and of all, pushes, refunds; each branch contradicts others. */
const scriptVesting = async (plan: ScriptedPlan, start: bigint): Promise<void> => {
  const at = (days: number): bigint => start + BigInt(days * DAY);
  const funded = await plan.fund();
  const one = await plan.pay(funded, 1, at(5));
  const two = await plan.pay(one, 2, at(6));
  const all = await plan.stop(two, [1, 2, 3], 'cancel', at(10));
  const pushed = await plan.pay(all, 2, at(30));
  await plan.end(all, 1);
  await plan.end(all, 3);
  await plan.end(pushed, 2);
  await plan.pay(two, 3, at(40));
  const early = await plan.stop(funded, [1, 3], 'cancel', at(3));
  await plan.end(early, 1);
  await plan.pay(early, 2, at(12));
  const alone = await plan.stop(one, [2], 'cancel', at(8));
  await plan.end(alone, 2);
};

/** Pauses of both, settled one by one, then resumed together or cancelled. */
const scriptSalaries = async (plan: ScriptedPlan, start: bigint): Promise<void> => {
  const at = (days: number): bigint => start + BigInt(days * DAY) + 60n;
  const funded = await plan.fund();
  const paid = await plan.pay(funded, 1, at(3));
  const paused = await plan.stop(paid, [1, 2], 'pause', at(5));
  const half = await plan.end(paused, 1);
  const settled = await plan.end(half, 2);
  const resumed = await plan.resume(settled, [1, 2], at(9));
  await plan.pay(resumed, 1, at(20));
  await plan.pay(paused, 2, at(8));
  const ended = await plan.stop(settled, [2], 'cancel', at(9));
  await plan.end(ended, 2);
  const cancelled = await plan.stop(funded, [1, 2], 'cancel', at(4));
  await plan.pay(cancelled, 1, at(9));
  await plan.end(cancelled, 1);
};

/** Plans of several streams, whose transactions are signed beforehand. */
export const scriptPlans = async (base: ChainBase): Promise<readonly ScriptedPlan[]> => {
  const start = BigInt(base.time - 55 * DAY);
  const team = new ScriptedPlan('team', 'VESTING_BCH', base.party(6), vestingOf(start, 50_000_000n), 71);
  await scriptVesting(team, start);
  const salaries = new ScriptedPlan('salaries', 'RECURRING_BCH', base.party(7), salariesOf(start), 72);
  await scriptSalaries(salaries, start);
  // Spends the coins that would fund the token stream: only one of the two exists on a branch.
  const tokens = new ScriptedPlan(
    'units',
    'VESTING_TOKEN',
    base.holder,
    vestingOf(start, 1_000_000n),
    73,
    base.category,
  );
  await scriptVesting(tokens, start);
  return [team, salaries, tokens];
};
