import { allocations } from './allocations.js';
import { calendarDates } from './calendar-dates.js';
import { calendarGrants, GRANT_PLACES } from './calendar-grant.js';
import { calendarSalaries, SALARY_PLACES } from './calendar-salary.js';
import { calendarTranches, LIST_PLACES } from './calendar-tranches.js';
import type { ClaimGroup } from './claim.js';
import { aloneOf } from './plan-siblings.js';
import { LIST_LOOP } from './tranche-lists.js';

/** What the scripts of salaries, grants and tranches by the calendar allow. */
export const calendar: readonly ClaimGroup[] = [
  ...[calendarDates, allocations, ...calendarSalaries, ...calendarGrants, ...calendarTranches],
  aloneOf('calendar-siblings/alone', [...SALARY_PLACES, ...GRANT_PLACES]),
  aloneOf('tranches-siblings/alone', LIST_PLACES, LIST_LOOP),
];
