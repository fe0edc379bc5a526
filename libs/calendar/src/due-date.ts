import { type CalendarDate, daysInMonth } from './calendar-date.js';
import { type LocalTime, SECONDS_OF_DAY, zeroOf } from './local-time.js';
import { LAST_MONTH, monthOf } from './month-number.js';

/** Days from day 0 to the day before a month, by a leap year every four years. */
const daysBefore = (month: bigint): bigint => (367n * (month + 1n)) / 12n - (7n * (month / 12n)) / 4n;

const assertInRange = (month: bigint, day: bigint): void => {
  if (month < 0n || month > LAST_MONTH) throw new RangeError(`month: expected 0 to ${LAST_MONTH}, received ${month}`);
  if (day < 1n || day > 31n) throw new RangeError(`day: expected 1 to 31, received ${day}`);
};

/**
 * Returns when a day of a month comes, Unix seconds, by the formula that the contracts evaluate. A day that the month does not have is
 * its last one.
 *
 * @param month its number, 0 to {@link LAST_MONTH}
 * @param day 1 to 31
 * @throws RangeError outside of that
 *
 * @example
 * dueDate(336n, 31n, { time: 0n, utcOffset: 0n }); // 1806451200n, 2027-03-31
 */
export const dueDate = (month: bigint, day: bigint, local: LocalTime): bigint => {
  assertInRange(month, day);
  return scriptDate(month, day, local);
};

/** Returns what the contracts' formula gives, in any month from March 1999 on: after January 2100 a day late. */
export const scriptDate = (month: bigint, day: bigint, local: LocalTime): bigint => {
  const asked = daysBefore(month) + day;
  const last = daysBefore(month + 1n);
  return (asked < last ? asked : last) * SECONDS_OF_DAY + zeroOf(local);
};

/**
 * Returns the date on the calendar that {@link dueDate} falls on, at its local time.
 *
 * @throws RangeError as {@link dueDate}
 */
export const dueDay = (month: bigint, day: bigint): CalendarDate => {
  assertInRange(month, day);
  const date = monthOf(month);
  return { ...date, day: Math.min(Number(day), daysInMonth(date.year, date.month)) };
};
