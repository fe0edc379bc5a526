import { firstPaydayFrom, firstPaydays, paydayAfter, type Paydays, readTimeOfDay, readUtcOffset } from '@weir/calendar';

/** Days of the month as requests and answers name them. */
interface NamedPaydays {
  readonly months: number;
  readonly day: number;
  readonly secondDay?: number | null | undefined;
  readonly time: string;
  readonly utcOffset: string;
}

/** How far the paydays of a salary are apart: equally, or on days of the month. */
export type Pace = { readonly intervalSeconds: number } | { readonly calendar: NamedPaydays };

const read = ({ months, day, secondDay, time, utcOffset }: NamedPaydays): Paydays => ({
  months: BigInt(months),
  day: BigInt(day),
  ...(secondDay != null && { secondDay: BigInt(secondDay) }),
  time: readTimeOfDay(time) ?? 0n,
  utcOffset: readUtcOffset(utcOffset) ?? 0n,
});

/** Returns the first dates of days of the month from a time on, Unix seconds; none where January 2100 comes first. */
export const datesFrom = (calendar: NamedPaydays, start: number, count: number): readonly number[] => {
  const paydays = read(calendar);
  const first = firstPaydayFrom(paydays, BigInt(Math.ceil(start)));
  return first === undefined ? [] : firstPaydays(paydays, first, count).map(({ at }) => Number(at));
};

/** Returns the payday that is so many steps after one, or before it where they are negative. Unix seconds. */
export const paydayFrom = (pace: Pace, payday: number, steps: number): number => {
  if ('intervalSeconds' in pace) return payday + steps * pace.intervalSeconds;
  const paydays = read(pace.calendar);
  const number = firstPaydayFrom(paydays, BigInt(payday));
  return number === undefined ? payday : Number(paydayAfter(paydays, number, BigInt(steps)));
};

/** Returns a pace as requests name it. */
export const requestedCalendar = ({ months, day, secondDay, time, utcOffset }: NamedPaydays) => ({
  months,
  day,
  ...(secondDay != null && { secondDay }),
  time,
  utcOffset,
});
