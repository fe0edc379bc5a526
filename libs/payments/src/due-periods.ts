import { amountOfFirst, lastDue, type PaymentPlan } from './payment-plan.js';

/**
 * Returns what has fallen due by a time under a plan that was never paused, paid or not, in base units: what a
 * RECURRING stream shows as vested.
 *
 * @param at Unix seconds
 */
export const accruedAmount = (plan: PaymentPlan, at: bigint): bigint =>
  amountOfFirst(plan, duePeriods({ ...plan, paid: 0n, nextDue: plan.firstDue }, at));

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

/** What determines how many periods of a payment are due. */
export interface DueTerms extends Pick<PaymentPlan, 'interval' | 'periods'> {
  /** Periods paid so far, at most the plan's. */
  readonly paid: bigint;
  /** When the next period falls due, Unix seconds. Meaningless once all are paid, or while the payment is paused. */
  readonly nextDue: bigint;
}

/**
 * Returns how many unpaid periods have fallen due at a time, all missed ones included. Only for an active payment: a
 * paused one accrues nothing.
 *
 * @param at Unix seconds; on the chain it is the transaction's locktime
 *
 * @example
 * duePeriods({ paid: 2n, nextDue: 1_700_000_000n, interval: 86_400n, periods: 12n }, 1_700_086_400n); // 2n
 */
export const duePeriods = ({ nextDue, interval, periods, paid }: DueTerms, at: bigint): bigint => {
  if (at < nextDue) return 0n;
  const fallen = (at - nextDue) / interval + 1n;
  const unpaid = periods - paid;
  return fallen < unpaid ? fallen : unpaid;
};
