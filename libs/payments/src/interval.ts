/** How often a payment falls due. */
export type Interval = 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'YEARLY';

/** Length of each interval in seconds. Fixed, since a script knows no calendar: a month has 30 days, a year 365. */
export const INTERVAL_SECONDS: Readonly<Record<Interval, bigint>> = {
  DAILY: 86_400n,
  WEEKLY: 604_800n,
  BIWEEKLY: 1_209_600n,
  MONTHLY: 2_592_000n,
  YEARLY: 31_536_000n,
};

/** Number of periods that a payment is funded for, unless its end date comes first. */
export const FUNDED_PERIODS = 12n;

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
