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

/** How far a payment has come, as its state on the chain records it. */
export interface PaymentProgress {
  /** Periods paid so far, at most the plan's. */
  readonly paid: bigint;
  /** When the next period falls due, Unix seconds. Meaningless once all are paid, or while the payment is paused. */
  readonly nextDue: bigint;
}

/** The parts of a plan and its progress that determine how many periods are due. */
export type DueTerms = PaymentProgress & Pick<PaymentPlan, 'interval' | 'periods'>;

/** Returns the progress of a payment that was just funded. */
export const initialProgress = ({ firstDue }: Pick<PaymentPlan, 'firstDue'>): PaymentProgress => ({
  paid: 0n,
  nextDue: firstDue,
});

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

/**
 * Returns the earliest time at which `count` more periods are due, Unix seconds; undefined when fewer are left. The
 * inverse of {@link duePeriods}.
 *
 * @param count at least 1
 */
export const timeOfDue = ({ nextDue, interval, periods, paid }: DueTerms, count = 1n): bigint | undefined =>
  count > periods - paid ? undefined : nextDue + (count - 1n) * interval;

/**
 * Returns when the next period falls due after `count` more have been paid, Unix seconds. Late payments do not move
 * due dates.
 */
export const nextDueAfter = ({ nextDue, interval }: Pick<DueTerms, 'nextDue' | 'interval'>, count: bigint): bigint =>
  nextDue + count * interval;

/**
 * Returns what the next `count` periods pay, in base units. The last period takes the remainder.
 *
 * @param paid number of periods that have been paid
 * @param count at most the unpaid periods
 */
export const amountOfNext = (plan: PaymentPlan, paid: bigint, count: bigint): bigint =>
  amountOfFirst(plan, paid + count) - amountOfFirst(plan, paid);

/** A payment of everything that is due. */
export interface DuePayment {
  /** Number of periods that it pays; 0 when nothing is due. */
  readonly periods: bigint;
  /** Base units. */
  readonly amount: bigint;
  /** How far the payment has come after it. */
  readonly progress: PaymentProgress;
  /** Whether it pays the last period. */
  readonly completes: boolean;
}

/**
 * Computes the payment of everything that is due at a time: a claim takes all due periods, never a part of them.
 *
 * @param at Unix seconds
 */
export const payDue = (plan: PaymentPlan, progress: PaymentProgress, at: bigint): DuePayment => {
  const terms = { ...plan, ...progress };
  const periods = duePeriods(terms, at);
  const paid = progress.paid + periods;
  return {
    periods,
    amount: amountOfNext(plan, progress.paid, periods),
    progress: { paid, nextDue: nextDueAfter(terms, periods) },
    completes: periods > 0n && paid === plan.periods,
  };
};

/**
 * Returns the progress of a payment that is resumed after a pause: the next period falls due one whole interval
 * later, so that the pause neither adds a period nor loses one. If the pause came before the first due date, the
 * first period does not fall due before that.
 *
 * @param at time of the resume, Unix seconds
 */
export const resume = (
  { interval, firstDue }: Pick<PaymentPlan, 'interval' | 'firstDue'>,
  { paid }: PaymentProgress,
  at: bigint,
): PaymentProgress => ({
  paid,
  nextDue: at + interval > firstDue ? at + interval : firstDue,
});
