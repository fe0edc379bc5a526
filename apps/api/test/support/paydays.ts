/** The last day of each month at nine o'clock, at UTC+01:00. */
export const CALENDAR = { months: 1, day: 31, time: '09:00', utcOffset: '+01:00' } as const;

/** Returns when a day comes at nine o'clock, at UTC+01:00. Unix seconds. @param month from 0 on, as in `Date` */
export const nineOn = (year: number, month: number, day: number): number => Date.UTC(year, month, day, 8) / 1_000;

/** The last days of months from a time on, at nine o'clock. */
export const lastDaysFrom = (from: number, count: number): number[] => {
  const date = new Date(from * 1_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return Array.from({ length: count + 1 }, (_, at) => nineOn(year, month + at + 1, 0))
    .filter((time) => time >= from)
    .slice(0, count);
};

/** The last days of the months after the month of a time, at nine o'clock. */
export const lastDaysAfter = (start: number, count: number): number[] => {
  const date = new Date((start + 3_600) * 1_000);
  return Array.from({ length: count }, (_, at) => nineOn(date.getUTCFullYear(), date.getUTCMonth() + at + 2, 0));
};
