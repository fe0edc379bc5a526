const UNIX = /^\d{1,15}$/u;
/** A day, and a time of it: 2027-01-31, 2027-01-31T08:00Z, 2027-01-31 08:00:00.000, 2027-01-31T08:00+01:00. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|([+-])(\d{2}):(\d{2}))?)?$/u;
/** The same with the day first, as spreadsheets of many languages write it: 31.01.2027, 31.1.2027 08:00. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/** Returns the number of days of a month; 0 of one that does not exist. @param month from 1 */
const daysIn = (year: number, month: number): number =>
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Why a text is not a time: not of a form that is read, or of a day or an hour that does not exist. */
export type TimeProblem = 'NOT_A_TIME' | 'NO_SUCH_TIME';

export type TimeResult =
  | { readonly ok: true; /** Unix seconds. */ readonly seconds: number }
  | { readonly ok: false; readonly problem: TimeProblem };

type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

const fromParts = ([year, month, day, hour, minute, second]: Parts, offset: number): TimeResult => {
  const exists = day >= 1 && day <= daysIn(year, month) && hour <= 23 && minute <= 59 && second <= 59 && year >= 1970;
  if (!exists) return { ok: false, problem: 'NO_SUCH_TIME' };
  return { ok: true, seconds: Date.UTC(year, month - 1, day, hour, minute, second) / 1_000 - offset };
};

/**
 * Reads a time of a list: Unix seconds in digits, or a day with or without a time (`2027-01-31`, `2027-01-31T08:00Z`,
 * `2027-01-31 08:00`, `31.01.2027`), in UTC unless it names an offset. A day is its first second. Fractions of seconds are cut off.
 *
 * Nothing is moved to a day that exists: 2027-02-29, 24:00 and 12:60 are refused. `Date.parse` takes them for later ones.
 */
export const readTime = (text: string): TimeResult => {
  const given = text.trim();
  if (UNIX.test(given)) return { ok: true, seconds: Number(given) };
  const iso = ISO.exec(given);
  if (iso !== null) {
    const [, year, month, day, hour = 0, minute = 0, second = 0, sign, hours = 0, minutes = 0] = iso;
    if (Number(hours) > 14 || Number(minutes) > 59) return { ok: false, problem: 'NO_SUCH_TIME' };
    const away = (Number(hours) * 60 + Number(minutes)) * 60;
    const parts: Parts = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)];
    return fromParts(parts, sign === '-' ? -away : away);
  }
  const dotted = DOTTED.exec(given);
  if (dotted === null) return { ok: false, problem: 'NOT_A_TIME' };
  const [, day, month, year, hour = 0, minute = 0, second = 0] = dotted;
  return fromParts([Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)], 0);
};

const DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})$/u;
const SECONDS_OF_DAY = 86_400;

/** Whether a text names a day alone, without a time of it. */
export const isBareDay = (text: string): boolean => DAY.test(text.trim());

/** What a time is to paydays: none is before the start, and none after the end. */
export type PaydayBound = 'start' | 'end';

/**
 * Reads a bound of paydays as {@link readTime} does, but that a day alone is all of that day where they are paid: a start is its first
 * second, and an end its last. So a payday at 09:00 on the day of the end counts.
 *
 * @param utcOffset of the paydays, seconds east of Greenwich
 */
export const readPaydayBound = (text: string, bound: PaydayBound, utcOffset: number): TimeResult => {
  const read = readTime(text);
  if (!read.ok || !isBareDay(text)) return read;
  return { ok: true, seconds: read.seconds - utcOffset + (bound === 'end' ? SECONDS_OF_DAY - 1 : 0) };
};

/** Writes a time to the second: 2027-01-31T08:00:00Z. */
export const secondText = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** Writes a time as {@link readTime} reads it: a day where it is the first second of one (2027-01-31), else 2027-01-31T08:00:00Z. */
export const timeText = (seconds: number): string => secondText(seconds).replace('T00:00:00Z', '');
