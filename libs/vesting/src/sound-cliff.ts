import { vestedAmount, type VestingSchedule } from './vesting-schedule.js';
import { lastTimeOfAtMost } from './vesting-time.js';

/**
 * Whether a schedule can be paid out as it vests. `least` is the smallest payment and the smallest remainder (576
 * satoshis in BCH, 1 unit of a token): a payment at time t is possible only where `total - vested(t)` is 0 or at least
 * `least`. The rule: **`total - vested(cliff)` is 0 or at least `least`**; without a cliff that is the total itself.
 *
 * What follows from it: at any time before the end, no matter what was paid before, at most `2 * least - 2` units have vested
 * that no payment can reach, and at the end none. Without it that can be everything, from the cliff to the end.
 *
 * Proof. Call M the largest value of `vested` that is at most `total - least`, r what was paid, and V a value of `vested`
 * before the end.
 * - V <= M: V is payable unless `V - r < least`, so at most `least - 1` is locked.
 * - V > M: a payment up to M, dated back if need be, is possible unless `M - r < least`, so after it (or without it) at
 *   most `least - 1` of M is unpaid. Of V - M: let V' be the first value above M; `total - V' < least`. The rule excludes
 *   that V' is the cliff's jump (that would leave 1 to `least - 1`), so V' follows M by a single step of the schedule,
 *   and steps differ by at most 1 unit: `V' - M` is at most `ceil(total / steps)`, which is at most what the last step
 *   leaves, `total - V`. So `V - M <= total - (V' - M) - M = total - V' <= least - 1`.
 *
 * Where the rule is broken, M is 0 and nothing is payable before the end: all of `vested(cliff)`, more than
 * `total - least`, is locked from the cliff on. A cancel dated before the cliff then takes it, where the notice is over
 * before the end comes.
 */
export const isCliffSound = (schedule: VestingSchedule, least: bigint): boolean => {
  const left = schedule.total - vestedAmount(schedule, schedule.cliff);
  return left === 0n || left >= least;
};

/**
 * Returns the cliff nearest to a schedule's own with which it {@link isCliffSound}, Unix seconds; its own where that is
 * sound. The earlier one where two are as near. The start stands for no cliff; at the end everything vests at once.
 *
 * Sound cliffs are all up to the last second at which at least `least` is left, and the end.
 */
export const nearestSoundCliff = (schedule: VestingSchedule, least: bigint): bigint => {
  if (isCliffSound(schedule, least)) return schedule.cliff;
  const { total, start, end, cliff } = schedule;
  const earlier = lastTimeOfAtMost({ ...schedule, cliff: 0n }, total - least) ?? start;
  return cliff - earlier <= end - cliff ? earlier : end;
};
