/**
 * Months count from March 1999, number 0: a year of the count ends with February, so a leap day is its last day. The contracts keep a
 * month as this number, in 2 bytes.
 */
const FIRST_MONTH = 1999 * 12 + 2;

/**
 * The last month in which something can fall due: January 2100, number 1,210. The contracts count a leap year every four years, and 2100
 * is none: they would pay the days 29 to 31 of February 2100, and all later dates, a day late.
 */
export const LAST_MONTH = 1_210n;

/** A month of the calendar. */
export interface CalendarMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** Returns the number of a month, which is negative before March 1999. */
export const monthNumber = ({ year, month }: CalendarMonth): bigint => BigInt(year * 12 + month - 1 - FIRST_MONTH);

/** Returns the month of a number. */
export const monthOf = (number: bigint): CalendarMonth => {
  const months = Number(number) + FIRST_MONTH;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
};
