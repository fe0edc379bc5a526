import { MAX_AMOUNT, MAX_TIME, MIN_TIME } from '@weir/kinds';
import { recurringInterval } from '@weir/kinds';
import { findPlanProblem, fundedPeriods, type PaymentPlan, type PlanProblem } from './payment-plan.js';

/** A sound plan, or the first rule that the terms break. */
export type DerivedPlan<Problem> = { readonly plan: PaymentPlan } | { readonly problem: Problem };

const checked = (plan: PaymentPlan): DerivedPlan<PlanProblem> => {
  const problem = findPlanProblem(plan);
  return problem === undefined ? { plan } : { problem };
};

/** What a sender asks for. Times are Unix seconds, amounts base units. */
export interface PaymentTerms {
  readonly amountPerPeriod: bigint;
  /** Seconds, positive: {@link INTERVAL_SECONDS}. */
  readonly interval: bigint;
  /** When the first period falls due. */
  readonly start: bigint;
  readonly end?: bigint | undefined;
}

/**
 * Derives the plan of a payment: 12 equal periods, or as many as fall due by its end, the first at its start.
 *
 * @returns problem `END_BEFORE_START` when not even the first period falls due
 */
export const paymentPlan = (terms: PaymentTerms): DerivedPlan<PlanProblem | 'END_BEFORE_START'> => {
  const { amountPerPeriod, interval, start, end } = terms;
  if (interval < 1n) return { problem: 'INTERVAL_OUT_OF_RANGE' };
  const periods = fundedPeriods(start, interval, end);
  if (periods < 1n) return { problem: 'END_BEFORE_START' };
  return checked({ amountPerPeriod, lastAmount: amountPerPeriod, periods, interval, firstDue: start });
};

/** A RECURRING stream: a total that is paid out in equal parts from start to end. Times are Unix seconds. */
export interface RecurringTerms {
  /** Base units. */
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
  /** Seconds; must divide the duration. By default intervals of about 30 days. */
  readonly interval?: bigint | undefined;
}

/** Why a RECURRING stream's terms make no plan. */
export type RecurringProblem =
  | PlanProblem
  | 'START_OUT_OF_RANGE'
  | 'END_OUT_OF_RANGE'
  | 'END_NOT_AFTER_START'
  | 'INTERVAL_NOT_DIVIDING_DURATION';

/**
 * Divides a duration into periods: of the interval asked for, else `max(1, floor(duration / 30 days))` of equal whole
 * seconds.
 */
const divide = (duration: bigint, interval: bigint | undefined): { periods: bigint; interval: bigint } => {
  if (interval !== undefined) return { periods: duration / interval, interval };
  const usual = recurringInterval(duration);
  return { periods: duration / usual, interval: usual };
};

/**
 * Derives the plan of a RECURRING stream: each period pays `floor(total / periods)`, the last one the remainder as
 * well, and falls due at its interval's end. Where the duration is not a whole number of intervals' seconds, the last
 * due date is before the end, by fewer seconds than there are periods.
 *
 * @returns problem `AMOUNT_OUT_OF_RANGE` when the total has fewer units than there are periods
 *
 * @example
 * recurringPlan({ total: 100n, start: 1_700_000_000n, end: 1_700_000_030n, interval: 10n });
 * // { plan: { amountPerPeriod: 33n, lastAmount: 34n, periods: 3n, interval: 10n, firstDue: 1_700_000_010n } }
 */
export const recurringPlan = (terms: RecurringTerms): DerivedPlan<RecurringProblem> => {
  const { total, start, end } = terms;
  if (total < 1n || total > MAX_AMOUNT) return { problem: 'TOTAL_OUT_OF_RANGE' };
  if (start < MIN_TIME || start > MAX_TIME) return { problem: 'START_OUT_OF_RANGE' };
  if (end < MIN_TIME || end > MAX_TIME) return { problem: 'END_OUT_OF_RANGE' };
  if (end <= start) return { problem: 'END_NOT_AFTER_START' };
  const duration = end - start;
  if (terms.interval !== undefined) {
    if (terms.interval < 1n || terms.interval > duration) return { problem: 'INTERVAL_OUT_OF_RANGE' };
    if (duration % terms.interval !== 0n) return { problem: 'INTERVAL_NOT_DIVIDING_DURATION' };
  }
  const { periods, interval } = divide(duration, terms.interval);
  const amountPerPeriod = total / periods;
  const lastAmount = total - (periods - 1n) * amountPerPeriod;
  return checked({ amountPerPeriod, lastAmount, periods, interval, firstDue: start + interval });
};
