import type { CalendarDate } from './calendar-date.js';

/** Returns the date on the calendar of a time, at a distance from UTC. @param at Unix seconds */
export const localDate = (at: bigint, utcOffset: bigint): CalendarDate => {
  const date = new Date(Number(at + utcOffset) * 1_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
