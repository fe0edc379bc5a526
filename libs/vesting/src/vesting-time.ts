import { stepCount, vestedAmount } from './vested-amount.js';
import type { VestingSchedule } from './vesting-schedule.js';

/**
 * The earliest time at which at least `amount` has vested, Unix seconds; undefined when the schedule never reaches it.
 * The inverse of {@link vestedAmount}: `vestedAmount(s, t) >= amount` and `vestedAmount(s, t - 1n) < amount`.
 */
export const timeOfVested = (schedule: VestingSchedule, amount: bigint): bigint | undefined => {
  if (amount > schedule.total) return undefined;
  if (amount <= 0n) return schedule.start;
  const steps = stepCount(schedule);
  const needed = (amount * steps + schedule.total - 1n) / schedule.total;
  const reached = schedule.start + needed * (schedule.step === 0n ? 1n : schedule.step);
  const time = needed >= steps || reached > schedule.end ? schedule.end : reached;
  return time < schedule.cliff ? schedule.cliff : time;
};

/**
 * The latest time at which no more than `amount` has vested, Unix seconds; undefined when even the end has not more
 * (nothing to wait for). The last second before the next unit beyond `amount`.
 */
export const lastTimeOfAtMost = (schedule: VestingSchedule, amount: bigint): bigint | undefined => {
  const next = timeOfVested(schedule, amount + 1n);
  return next === undefined ? undefined : next - 1n;
};

/** A point of the vesting curve. */
export interface VestingPoint {
  readonly time: bigint;
  readonly vested: bigint;
}

/**
 * The curve for charts: `points` times from start to end (both included), evenly spaced, plus the cliff where there is
 * one. Ascending, without repetitions.
 *
 * @param points At least 2.
 * @throws RangeError below 2 points.
 */
export const vestingCurve = (schedule: VestingSchedule, points: number): VestingPoint[] => {
  if (!Number.isInteger(points) || points < 2) throw new RangeError('A vesting curve has at least 2 points');
  const { start, end, cliff } = schedule;
  const last = BigInt(points - 1);
  const times = Array.from({ length: points }, (_, i) => start + ((end - start) * BigInt(i)) / last);
  if (cliff > start) times.push(cliff - 1n, cliff);
  const ascending = [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
  return ascending.map((time) => ({ time, vested: vestedAmount(schedule, time) }));
};
