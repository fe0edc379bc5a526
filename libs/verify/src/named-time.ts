import { type LocalTime, readTimeOfDay, readUtcOffset } from '@weir/calendar';
import { Difference } from './difference.js';

/** Days of the month and a time of day, as requests and answers of the service name them. */
export interface NamedDays {
  readonly months: number;
  readonly day: number;
  /** As in 09:00. */
  readonly time: string;
  /** As in +01:00. */
  readonly utcOffset: string;
}

/** Returns how far days of the month are from UTC, seconds east of Greenwich; 0 where that cannot be read. */
export const offsetOfDays = ({ utcOffset }: Pick<NamedDays, 'utcOffset'>): number =>
  Number(readUtcOffset(utcOffset) ?? 0n);

/**
 * Reads the time of day of something that falls due by the calendar.
 *
 * @param numbers what is said beside it, all whole numbers
 * @param nothing what is not done at such a time, as in `No grant vests`
 * @throws Difference REQUEST_MALFORMED
 */
export const readNamedTime = (
  { time, utcOffset }: Pick<NamedDays, 'time' | 'utcOffset'>,
  numbers: readonly number[],
  nothing: string,
): LocalTime => {
  const [seconds, offset] = [readTimeOfDay(time), readUtcOffset(utcOffset)];
  if (seconds === undefined || offset === undefined || !numbers.every(Number.isInteger))
    throw new Difference('REQUEST_MALFORMED', `${nothing} at ${time} (UTC${utcOffset})`);
  return { time: seconds, utcOffset: offset };
};
