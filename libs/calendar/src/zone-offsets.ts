import { SECONDS_OF_DAY } from './local-time.js';

/** The distances of a time zone from UTC during a span of time, seconds east of Greenwich. */
export interface ZoneOffsets {
  /** With this one nothing falls due before the time on the zone's clocks. */
  readonly least: bigint;
  /** While it holds, something falls due later than on the zone's clocks, by the difference. */
  readonly greatest: bigint;
}

/** `GMT` alone, or with hours, minutes and, before 1972, seconds: GMT-03:00. */
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/** The clock of a zone; undefined for a name that is not a zone's. */
const clockOf = (zone: string): Intl.DateTimeFormat | undefined => {
  // Some engines take an offset, +01:00, for a zone.
  if (!/^[A-Za-z]/u.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
};

const offsetOf = (clock: Intl.DateTimeFormat, time: bigint): bigint => {
  const text = clock.formatToParts(Number(time) * 1_000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const found = OFFSET.exec(text);
  if (found === null) throw new Error(`Unexpected offset of a time zone: ${JSON.stringify(text)}`);
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = found;
  const distance = BigInt(hours) * 3_600n + BigInt(minutes) * 60n + BigInt(seconds);
  return sign === '-' ? -distance : distance;
};

/**
 * Returns the smallest and the greatest distance of an IANA time zone from UTC during a span, by a look at each of its days.
 *
 * The standard time of a zone is not its smallest distance: Casablanca is at +00:00 in Ramadan, and Dublin's legal standard time is
 * that of summer. The answer is that of the engine's time zone database; later laws may change it.
 *
 * @param zone as in Europe/Madrid
 * @param from Unix seconds
 * @param to Unix seconds, at least `from`
 * @returns undefined for a name that is not a time zone's
 * @throws RangeError when the span ends before it begins
 */
export const zoneOffsets = (zone: string, from: bigint, to: bigint): ZoneOffsets | undefined => {
  if (to < from) throw new RangeError(`A span of time ends before it begins: ${from} to ${to}`);
  const clock = clockOf(zone);
  if (clock === undefined) return undefined;
  let least = offsetOf(clock, to);
  let greatest = least;
  for (let time = from; time < to; time += SECONDS_OF_DAY) {
    const offset = offsetOf(clock, time);
    if (offset < least) least = offset;
    if (offset > greatest) greatest = offset;
  }
  return { least, greatest };
};
