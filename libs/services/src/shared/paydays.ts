import { firstPaydayFrom, paydayAfter, type Paydays, timeOfDayText, utcOffsetText } from '@weir/calendar';
import type { StreamRecord } from '@weir/infra';

/** The columns that say days of the month. */
export type StoredCalendar = NonNullable<StreamRecord['calendar']>;

/** Returns the paydays that a row says. */
export const paydaysOf = ({ months, day, secondDay, time, utcOffset }: StoredCalendar): Paydays => ({
  months: BigInt(months),
  day: BigInt(day),
  ...(secondDay !== null && { secondDay: BigInt(secondDay) }),
  time: BigInt(time),
  utcOffset: BigInt(utcOffset),
});

/** Returns the columns of paydays. */
export const calendarColumns = ({ months, day, secondDay, time, utcOffset }: Paydays): StoredCalendar => ({
  months: Number(months),
  day: Number(day),
  secondDay: secondDay === undefined ? null : Number(secondDay),
  time: Number(time),
  utcOffset: Number(utcOffset),
});

/** Returns paydays as requests name them. */
export const calendarTerms = (calendar: StoredCalendar) => ({
  months: calendar.months,
  day: calendar.day,
  secondDay: calendar.secondDay ?? undefined,
  time: timeOfDayText(BigInt(calendar.time)),
  utcOffset: utcOffsetText(BigInt(calendar.utcOffset)),
});

/**
 * Returns paydays as answers show them; null of a payment by seconds.
 *
 * @param unpaid the dates of those that are not paid, Unix seconds
 */
export const calendarView = (calendar: StoredCalendar | null, unpaid: readonly number[]) =>
  calendar && {
    paydays: unpaid,
    months: calendar.months,
    day: calendar.day,
    secondDay: calendar.secondDay,
    time: timeOfDayText(BigInt(calendar.time)),
    utcOffset: utcOffsetText(BigInt(calendar.utcOffset)),
  };

/** The columns that say how far periods are apart. */
type Spaced = Pick<StreamRecord, 'intervalSeconds' | 'calendar'>;

/**
 * Returns when a period is due that comes after one, Unix seconds.
 *
 * @param due when that one is due
 * @param count how many periods later
 * @throws Error for a row that has no periods
 */
export const periodAfter = ({ intervalSeconds, calendar }: Spaced, due: number, count: number): number => {
  if (intervalSeconds !== null) return due + count * intervalSeconds;
  const paydays = calendar && paydaysOf(calendar);
  const payday = paydays && firstPaydayFrom(paydays, BigInt(due));
  if (paydays === null || payday === null || payday === undefined) throw new Error('A payment has no periods');
  return Number(paydayAfter(paydays, payday, BigInt(count)));
};
