import { allocations } from './allocations.js';
import { calendarDates } from './calendar-dates.js';
import { calendarGrants, GRANT_PLACES } from './calendar-grant.js';
import { calendarSalaries, SALARY_PLACES } from './calendar-salary.js';
import type { ClaimGroup } from './claim.js';
import { aloneOf } from './plan-siblings.js';

/** What the scripts of salaries and grants by the calendar allow. Of tranches, whose hashes are checked in a loop, nothing is claimed. */
export const calendar: readonly ClaimGroup[] = [
  ...[calendarDates, allocations, ...calendarSalaries, ...calendarGrants],
  aloneOf('calendar-siblings/alone', [...SALARY_PLACES, ...GRANT_PLACES]),
];
