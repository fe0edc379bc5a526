import type { PaymentTerms } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { toLocalInput } from '../format/time.js';
import { msg } from '../language/text.js';

type CalendarTerms = NonNullable<PaymentTerms['calendar']>;

/** Choices of days of the month, beside intervals. */
export const CALENDAR_CHOICES = [
  ['SAME_DAY', msg('On the same day of each month')],
  ['LAST_DAY', msg('On the last day of each month')],
  ['TWICE', msg('On the 15th and the last day of each month')],
] as const;
export type CalendarChoice = (typeof CALENDAR_CHOICES)[number][0];

const MINUTE = 60;
const DAY = 86_400;
/** The funded paydays, and some more: no zone leaves out a change of its clocks for so long. */
const DAYS_OF_LIFE = 400;
/** A month that does not have the day is paid on its last day. */
const LAST_DAY = 31;
const MIDDLE = 15;

/** Whether a choice is one of days of the month. */
export const isCalendarChoice = (choice: string): choice is CalendarChoice =>
  CALENDAR_CHOICES.some(([known]) => known === choice);

/**
 * Returns the smallest and the greatest distance of the user's time zone from UTC from a time on, minutes. A contract keeps one: with the
 * smallest nothing is paid early by the clocks there.
 *
 * @param start Unix seconds
 */
export const offsetsFrom = (start: number): { readonly least: number; readonly greatest: number } => {
  const offsets = Array.from(
    { length: DAYS_OF_LIFE },
    (_, day) => -new Date((start + day * DAY) * 1_000).getTimezoneOffset(),
  );
  return { least: Math.min(...offsets), greatest: Math.max(...offsets) };
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Writes a distance from UTC, as in +05:30. @param minutes east of Greenwich */
export const offsetText = (minutes: number): string => {
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / MINUTE))}:${twoDigits(distance % MINUTE)}`;
};

/** Returns the paydays of a choice as requests name them: the first one is at the start, or the next such day. @param start Unix seconds */
export const calendarOf = (choice: CalendarChoice, start: number): CalendarTerms => {
  // On the user's clock: 2027-01-31T09:00.
  const local = toLocalInput(start);
  const time = local.slice(11);
  const utcOffset = offsetText(offsetsFrom(start).least);
  if (choice === 'TWICE') return { months: 1, day: MIDDLE, secondDay: LAST_DAY, time, utcOffset };
  return { months: 1, day: choice === 'LAST_DAY' ? LAST_DAY : Number(local.slice(8, 10)), time, utcOffset };
};

/** Returns how many paydays of a choice are funded up to an end, Unix seconds. */
export const paydaysUntil = (choice: CalendarChoice, start: number, end: number): number => {
  const { day, secondDay } = calendarOf(choice, start);
  const offset = offsetsFrom(start).least * MINUTE;
  const there = new Date((start + offset) * 1_000);
  const [hours = 0, minutes = 0] = toLocalInput(start).slice(11).split(':').map(Number);
  const timeOf = (month: number, on: number): number => {
    const last = new Date(Date.UTC(there.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return Date.UTC(there.getUTCFullYear(), month, Math.min(on, last), hours, minutes) / 1_000 - offset;
  };
  const days = [day, ...(secondDay === undefined || secondDay === null ? [] : [secondDay])];
  return Array.from({ length: FUNDED_PERIODS + 1 }, (_, month) => there.getUTCMonth() + month)
    .flatMap((month) => days.map((on) => timeOf(month, on)))
    .filter((at) => at >= start)
    .slice(0, FUNDED_PERIODS)
    .filter((at) => at <= end).length;
};
