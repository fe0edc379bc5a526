import { duePeriods, initialProgress } from './due-periods.js';
import { amountOfFirst, lastDue, type PaymentPlan } from './payment-plan.js';

/**
 * Returns what has fallen due by a time under a plan that was never paused, paid or not, in base units: what a
 * RECURRING stream shows as vested.
 *
 * @param at Unix seconds
 */
export const accruedAmount = (plan: PaymentPlan, at: bigint): bigint =>
  amountOfFirst(plan, duePeriods({ ...plan, ...initialProgress(plan) }, at));

/** A point of the curve of what has fallen due. */
export interface AccruedPoint {
  readonly time: bigint;
  readonly accrued: bigint;
}

/**
 * Returns the curve for charts: `points` times from one interval before the first due date to the last one (both
 * included), evenly spaced. Ascending, without repetitions.
 *
 * @param points at least 2
 * @throws RangeError below 2 points
 */
export const accruedCurve = (plan: PaymentPlan, points: number): AccruedPoint[] => {
  if (!Number.isInteger(points) || points < 2) throw new RangeError('A curve has at least 2 points');
  const start = plan.firstDue - plan.interval;
  const span = lastDue(plan) - start;
  const last = BigInt(points - 1);
  const times = Array.from({ length: points }, (_, i) => start + (span * BigInt(i)) / last);
  return [...new Set(times)].map((time) => ({ time, accrued: accruedAmount(plan, time) }));
};
