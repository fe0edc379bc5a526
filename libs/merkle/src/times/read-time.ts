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

/** Writes a time as {@link readTime} reads it: a day where it is the first second of one (2027-01-31), else 2027-01-31T08:00:00Z. */
export const timeText = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z').replace('T00:00:00Z', '');
