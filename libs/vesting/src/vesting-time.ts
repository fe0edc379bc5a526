import { stepCount, vestedAmount, type VestingSchedule } from './vesting-schedule.js';

/**
 * Returns the earliest time at which at least `amount` has vested, Unix seconds; undefined when the schedule never
 * reaches it. The inverse of {@link vestedAmount}: at time t `vestedAmount(schedule, t) >= amount`, and less a second
 * earlier.
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
 * Returns the latest time at which no more than `amount` has vested, Unix seconds: the second before the next unit
 * vests. Undefined when no more ever vests.
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
 * Returns the curve for charts: `points` times from start to end (both included), evenly spaced, and where there is a
 * cliff also the cliff and the second before it. Ascending, without repetitions.
 *
 * @param points at least 2
 * @throws RangeError below 2 points
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
