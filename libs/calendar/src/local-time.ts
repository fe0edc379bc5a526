/** The time of day at which something falls due, at a fixed distance from UTC. There is no daylight saving time. */
export interface LocalTime {
  /** Seconds after midnight, 0 to 86,399. */
  readonly time: bigint;
  /** Seconds east of Greenwich, whole minutes from -12:00 to +14:00. */
  readonly utcOffset: bigint;
}

export const SECONDS_OF_DAY = 86_400n;
/** Midnight UTC of the day before 1999-01-30: the contracts count days from here. */
const DAY_ZERO = 917_568_000n;

export const LEAST_UTC_OFFSET = -12n * 3_600n;
export const GREATEST_UTC_OFFSET = 14n * 3_600n;

/** Why a local time is refused. */
export type LocalTimeProblem = 'TIME_OUT_OF_RANGE' | 'UTC_OFFSET_OUT_OF_RANGE';

/** Returns the first rule that a local time breaks, or undefined when it is sound. */
export const findLocalTimeProblem = ({ time, utcOffset }: LocalTime): LocalTimeProblem | undefined => {
  if (time < 0n || time >= SECONDS_OF_DAY) return 'TIME_OUT_OF_RANGE';
  if (utcOffset < LEAST_UTC_OFFSET || utcOffset > GREATEST_UTC_OFFSET || utcOffset % 60n !== 0n)
    return 'UTC_OFFSET_OUT_OF_RANGE';
  return undefined;
};

/**
 * Returns the `zero` of a contract: when its day 0 begins, Unix seconds. It is one number of time and offset, from which neither can be
 * read again, so announcements carry the offset beside it.
 */
export const zeroOf = ({ time, utcOffset }: LocalTime): bigint => DAY_ZERO + time - utcOffset;

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/u;

/** Reads a time of day, as in 09:00 or 23:59:59. @returns seconds after midnight; undefined for another form */
export const readTimeOfDay = (text: string): bigint | undefined => {
  const found = TIME.exec(text);
  if (found === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = found;
  return BigInt(hours) * 3_600n + BigInt(minutes) * 60n + BigInt(seconds);
};

const OFFSET = /^([+-])(\d{2}):([0-5]\d)$/u;

/**
 * Reads a distance from UTC, as in +05:30, -03:00 or +00:00. `Z` is +00:00. `-00:00`, which says that the distance is not known, is
 * refused.
 *
 * @returns seconds east of Greenwich; undefined for another form, and outside of -12:00 to +14:00
 */
export const readUtcOffset = (text: string): bigint | undefined => {
  if (text === 'Z') return 0n;
  const found = OFFSET.exec(text);
  if (found === null || text === '-00:00') return undefined;
  const [, sign, hours = '0', minutes = '0'] = found;
  const seconds = BigInt(hours) * 3_600n + BigInt(minutes) * 60n;
  const utcOffset = sign === '-' ? -seconds : seconds;
  return findLocalTimeProblem({ time: 0n, utcOffset }) === undefined ? utcOffset : undefined;
};

const twoDigits = (value: bigint): string => value.toString().padStart(2, '0');

/** Writes a time of day as {@link readTimeOfDay} reads it, with seconds only where there are some. */
export const timeOfDayText = (time: bigint): string => {
  const seconds = time % 60n;
  const text = `${twoDigits(time / 3_600n)}:${twoDigits((time / 60n) % 60n)}`;
  return seconds === 0n ? text : `${text}:${twoDigits(seconds)}`;
};

/** Writes a distance from UTC as {@link readUtcOffset} reads it. */
export const utcOffsetText = (utcOffset: bigint): string => {
  const [sign, distance] = utcOffset < 0n ? ['-', -utcOffset] : ['+', utcOffset];
  return `${sign}${twoDigits(distance / 3_600n)}:${twoDigits((distance / 60n) % 60n)}`;
};
