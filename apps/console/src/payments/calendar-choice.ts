import { readUtcOffset } from '@weir/calendar';
import type { PaymentTerms } from '@weir/client';
import { fromLocalInput, toLocalInput } from '../format/time.js';
import { keptTimeText, offsetsFrom, offsetText } from '../forms/kept-time.js';
import { textIn } from '../forms/linked-fields.js';
import { msg } from '../language/text.js';
import { type Interval, INTERVAL_SECONDS, isInterval } from './intervals.js';
import { datesFrom } from './pace.js';

type CalendarTerms = NonNullable<PaymentTerms['calendar']>;

/** Choices of days of the month, beside intervals. */
export const CALENDAR_CHOICES = [
  ['SAME_DAY', msg('On the same day of each month')],
  ['DAY_25', msg('On the 25th of each month')],
  ['LAST_DAY', msg('On the last day of each month')],
  ['TWICE', msg('On the 15th and the last day of each month')],
] as const;
export type CalendarChoice = (typeof CALENDAR_CHOICES)[number][0];

/** A month that does not have the day is paid on its last day. */
const LAST_DAY = 31;
const MIDDLE = 15;
const DAYS: Readonly<Partial<Record<CalendarChoice, number>>> = { DAY_25: 25, LAST_DAY };

/** Whether a choice is one of days of the month. */
export const isCalendarChoice = (choice: string): choice is CalendarChoice =>
  CALENDAR_CHOICES.some(([known]) => known === choice);

/** Returns how often a link says that something is paid; undefined where it does not. @param query of the link */
export const rhythmIn = (query: URLSearchParams): Interval | CalendarChoice | undefined => {
  const asked = textIn(query, 'interval')?.toUpperCase() ?? '';
  return isInterval(asked) || isCalendarChoice(asked) ? asked : undefined;
};

/** Returns the paydays of a choice as requests name them: the first one is at the start, or the next such day. @param start Unix seconds */
export const calendarOf = (choice: CalendarChoice, start: number): CalendarTerms => {
  // On the user's clock: 2027-01-31T09:00.
  const local = toLocalInput(start);
  const time = local.slice(11);
  const utcOffset = offsetText(offsetsFrom(start).least);
  if (choice === 'TWICE') return { months: 1, day: MIDDLE, secondDay: LAST_DAY, time, utcOffset };
  return { months: 1, day: DAYS[choice] ?? Number(local.slice(8, 10)), time, utcOffset };
};

/** Paydays from a start on, Unix seconds, at equal intervals or on days of the month. */
interface Rhythm {
  readonly interval: Interval | CalendarChoice;
  readonly start: number;
}

/** Returns the fields of a request that say when periods fall due. */
export const periodsOf = ({ interval, start }: Rhythm): Pick<PaymentTerms, 'interval' | 'calendar'> =>
  isCalendarChoice(interval) ? { calendar: calendarOf(interval, start) } : { interval };

/**
 * Returns how many paydays there are up to an end.
 *
 * @param end Unix seconds
 * @param most of them that count
 */
export const countPaydays = ({ interval, start }: Rhythm, end: number, most: number): number =>
  isCalendarChoice(interval)
    ? datesFrom(calendarOf(interval, start), start, most).filter((at) => at <= end).length
    : Math.max(0, Math.min(most, Math.floor((end - start) / INTERVAL_SECONDS[interval]) + 1));

/** Returns how far the paydays of a choice are from UTC, seconds east of Greenwich. @param start Unix seconds */
export const offsetOfPaydays = (choice: CalendarChoice, start: number): number =>
  Number(readUtcOffset(calendarOf(choice, start).utcOffset) ?? 0n);

/** Says at which distance from UTC a contract keeps the time of paydays that are days of the month; undefined for an interval. */
export const keptTimeOf = ({
  interval,
  start,
}: {
  readonly interval: string;
  readonly start: string;
}): string | undefined => {
  const first = fromLocalInput(start);
  return isCalendarChoice(interval) && first !== undefined ? keptTimeText(first) : undefined;
};
