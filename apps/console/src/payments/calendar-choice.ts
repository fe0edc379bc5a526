import type { PaymentTerms } from '@weir/client';
import { FUNDED_PERIODS } from '@weir/kinds';
import { toLocalInput } from '../format/time.js';
import { offsetsFrom, offsetText } from '../forms/kept-time.js';
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
/** A month that does not have the day is paid on its last day. */
const LAST_DAY = 31;
const MIDDLE = 15;

/** Whether a choice is one of days of the month. */
export const isCalendarChoice = (choice: string): choice is CalendarChoice =>
  CALENDAR_CHOICES.some(([known]) => known === choice);

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
