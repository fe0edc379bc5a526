import type { FeeLimits, PlanFeeLimits } from './plan-fees.js';

/** What streams by the calendar are: salaries, grants, or lists of tranches, in satoshis or in a token. */
export type CalendarProduct = `${'SALARY' | 'GRANT' | 'TRANCHES'}_${'BCH' | 'TOKEN'}`;

const upTo = (least: bigint, most: bigint): FeeLimits => ({ default: most, least, most });

const LIMITS: Readonly<Record<CalendarProduct, PlanFeeLimits>> = {
  SALARY_BCH: { fee: upTo(510n, 610n), floor: upTo(910n, 1_090n) },
  SALARY_TOKEN: { fee: upTo(1_720n, 1_860n), floor: upTo(2_110n, 2_330n) },
  GRANT_BCH: { fee: upTo(480n, 580n), floor: upTo(910n, 1_090n) },
  GRANT_TOKEN: { fee: upTo(1_700n, 1_840n), floor: upTo(2_060n, 2_270n) },
  TRANCHES_BCH: { fee: upTo(430n, 520n), floor: upTo(850n, 1_020n) },
  TRANCHES_TOKEN: { fee: upTo(1_640n, 1_760n), floor: upTo(2_000n, 2_190n) },
};

/**
 * Returns what the terms for fees of streams by the calendar may be. A payment of tranches may take a satoshi more for each byte that it
 * shows. A test compares them with the sizes of the covenants.
 */
export const calendarFeeLimits = (product: CalendarProduct): PlanFeeLimits => LIMITS[product];
