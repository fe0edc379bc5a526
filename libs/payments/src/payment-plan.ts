import { FUNDED_PERIODS as PERIODS, type Interval, INTERVALS, MAX_AMOUNT, MAX_LOCKTIME, MIN_TIME } from '@weir/kinds';

const inBigint = <Name extends string>(seconds: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.entries<number>(seconds).map(([name, length]) => [name, BigInt(length)])) as Record<
    Name,
    bigint
  >;

/** Length of each interval in seconds. Fixed, since a script knows no calendar: a month has 30 days, a year 365. */
export const INTERVAL_SECONDS: Readonly<Record<Interval, bigint>> = inBigint(INTERVALS);

/** Number of periods that a payment is funded for, unless its end date comes first. */
export const FUNDED_PERIODS = BigInt(PERIODS);

/**
 * Returns how many periods a payment is funded for: 12, or fewer when it ends sooner. The first falls due at the
 * start, and a period counts when its due date is not after the end. 0 when the end comes before the start: no
 * payment.
 *
 * @param start Unix seconds
 * @param interval seconds, positive
 * @param end Unix seconds; undefined for a payment without end date
 *
 * @example
 * fundedPeriods(1_700_000_000n, INTERVAL_SECONDS.DAILY, 1_700_000_000n + 3n * 86_400n); // 4n
 */
export const fundedPeriods = (start: bigint, interval: bigint, end?: bigint): bigint => {
  if (end === undefined) return FUNDED_PERIODS;
  if (end < start) return 0n;
  const untilEnd = (end - start) / interval + 1n;
  return untilEnd < FUNDED_PERIODS ? untilEnd : FUNDED_PERIODS;
};

/**
 * What a recurring payment pays and when, as compiled into its covenant. Times are Unix seconds, amounts base units
 * (satoshis, or a token's smallest unit).
 */
export interface PaymentPlan {
  /** What each period pays, positive. */
  readonly amountPerPeriod: bigint;
  /** What the last period pays: as much as the others, plus the remainder where a total is split. */
  readonly lastAmount: bigint;
  /** Number of all periods, at least 1. */
  readonly periods: bigint;
  /** Seconds from one due date to the next, positive. */
  readonly interval: bigint;
  /** When the first period falls due. */
  readonly firstDue: bigint;
}

/** The rule that a plan breaks. */
export type PlanProblem =
  | 'AMOUNT_OUT_OF_RANGE'
  | 'TOTAL_OUT_OF_RANGE'
  | 'PERIODS_OUT_OF_RANGE'
  | 'INTERVAL_OUT_OF_RANGE'
  | 'FIRST_DUE_OUT_OF_RANGE'
  | 'LAST_DUE_OUT_OF_RANGE';

/**
 * Returns what the first `count` periods pay together, in base units.
 *
 * @param count 0 to the plan's periods
 */
export const amountOfFirst = (plan: PaymentPlan, count: bigint): bigint =>
  count < plan.periods ? count * plan.amountPerPeriod : (plan.periods - 1n) * plan.amountPerPeriod + plan.lastAmount;

/** Returns what all periods pay together, in base units: the principal to fund. */
export const fundedTotal = (plan: PaymentPlan): bigint => amountOfFirst(plan, plan.periods);

/** Returns when the last period falls due if the payment is never paused, Unix seconds. */
export const lastDue = ({ firstDue, interval, periods }: PaymentPlan): bigint => firstDue + (periods - 1n) * interval;

/**
 * Returns the first rule that a plan breaks, or undefined when it is sound.
 *
 * @example
 * findPlanProblem({ amountPerPeriod: 0n, lastAmount: 5n, periods: 2n, interval: 60n, firstDue: 1_700_000_000n });
 * // 'AMOUNT_OUT_OF_RANGE'
 */
export const findPlanProblem = (plan: PaymentPlan): PlanProblem | undefined => {
  if (plan.amountPerPeriod <= 0n || plan.lastAmount <= 0n) return 'AMOUNT_OUT_OF_RANGE';
  if (plan.periods < 1n) return 'PERIODS_OUT_OF_RANGE';
  if (plan.interval < 1n) return 'INTERVAL_OUT_OF_RANGE';
  if (plan.firstDue < MIN_TIME || plan.firstDue > MAX_LOCKTIME) return 'FIRST_DUE_OUT_OF_RANGE';
  if (lastDue(plan) > MAX_LOCKTIME) return 'LAST_DUE_OUT_OF_RANGE';
  if (fundedTotal(plan) > MAX_AMOUNT) return 'TOTAL_OUT_OF_RANGE';
  return undefined;
};
