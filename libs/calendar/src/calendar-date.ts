/** A day of the calendar. */
export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns the number of days of a month; 0 for a month that does not exist. @param month from 1 */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (LENGTHS[month - 1] ?? 0);

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;

/** Reads a day, as in 2026-01-31. @returns undefined for another form, and for a day that does not exist */
export const readDate = (text: string): CalendarDate | undefined => {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return date.day >= 1 && date.day <= daysInMonth(date.year, date.month) ? date : undefined;
};

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Writes a day as {@link readDate} reads it. */
export const dateText = ({ year, month, day }: CalendarDate): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
