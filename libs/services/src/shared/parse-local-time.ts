import { type LocalTime, readTimeOfDay, readUtcOffset, utcOffsetText, zoneOffsets } from '@weir/calendar';
import { ServiceError } from './service-error.js';

/** Makes the refusal of a field of a calendar. */
export const refusedCalendar = (name: string, given: number | string | null, why: string): ServiceError => {
  const field = `calendar.${name}`;
  return new ServiceError('INVALID_TIME', `${field} ${why}`, { field, given });
};

/** Why times of day and distances from UTC are refused, by the problem of terms that have them: the field's name, and what it must be. */
export const LOCAL_TIME_REFUSALS = {
  TIME_OUT_OF_RANGE: ['time', 'must be from 00:00 to 23:59:59'],
  UTC_OFFSET_OUT_OF_RANGE: ['utcOffset', 'must be from -12:00 to +14:00'],
} as const;

const parseTimeOfDay = (given: string): bigint => {
  const time = readTimeOfDay(given);
  if (time !== undefined) return time;
  throw refusedCalendar('time', given, `must be a time of day from 00:00 to 23:59:59, as in 09:00. Received ${given}`);
};

/** An offset without minutes, which has two readings. */
const ONE_NUMBER = /^([+-]?)(\d{1,2})$/u;
/** Seconds for which an error names a zone's offsets: each change of its clocks within two years. */
const ZONE_SPAN = 2n * 31_557_600n;

/** Returns what an offset could mean that is not one; undefined where there is nothing to guess. */
const readingsOf = (given: string, now: bigint): string | undefined => {
  const [, sign = '', number] = ONE_NUMBER.exec(given) ?? [];
  if (number !== undefined) {
    const [digits, side] = [number.padStart(2, '0'), sign === '-' ? '-' : '+'];
    return `${given} can mean ${side}${digits}:00 or ${side}00:${digits}: write the one you mean`;
  }
  const zone = zoneOffsets(given, now, now + ZONE_SPAN);
  if (zone === undefined) return undefined;
  const [least, greatest] = [utcOffsetText(zone.least), utcOffsetText(zone.greatest)];
  return least === greatest
    ? `${given} is a time zone: write ${least}`
    : `${given} is a time zone whose distance changes between ${least} and ${greatest}, and a contract keeps one. With ${least} nothing is paid early, with ${greatest} up to an hour early`;
};

const parseOffset = (given: string, now: bigint): bigint => {
  const utcOffset = readUtcOffset(given);
  if (utcOffset !== undefined) return utcOffset;
  const readings = readingsOf(given, now) ?? `Received ${given}`;
  throw refusedCalendar(
    'utcOffset',
    given,
    `must be a distance from UTC from -12:00 to +14:00, as in +05:30. ${readings}`,
  );
};

/**
 * Reads a time of day at a distance from UTC. What has two readings is refused, and both are named.
 *
 * @param now Unix seconds, for the offsets of a time zone that was named instead of one
 * @throws ServiceError INVALID_TIME
 */
export const parseLocalTime = (
  { time, utcOffset }: { readonly time: string; readonly utcOffset: string },
  now: bigint,
): LocalTime => ({ time: parseTimeOfDay(time), utcOffset: parseOffset(utcOffset, now) });
