import { BLOCK_SECONDS } from '@weir/kinds';
import { readTime } from '@weir/merkle/times';
import { dateFormat, relativeFormat } from '../language/locale.js';
import { plural, t } from '../language/text.js';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const full = () =>
  dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
const day = () => dateFormat({ dateStyle: 'medium' });
const exactly = () => dateFormat({ dateStyle: 'full', timeStyle: 'long' });
const relative = () => relativeFormat({ numeric: 'auto', style: 'long' });

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Formats a time in the user's time zone, which it names. @param seconds Unix seconds */
export const timeText = (seconds: number): string => full().format(dateOf(seconds));

/** Formats a day in the user's time zone. @param seconds Unix seconds */
export const dayText = (seconds: number): string => day().format(dateOf(seconds));

/** Formats a time with its zone and as Unix seconds. @param seconds Unix seconds */
export const exactTimeText = (seconds: number): string => `${exactly().format(dateOf(seconds))} (Unix ${seconds})`;

/** Formats the rough distance between two times: "in 3 days". */
export const agoText = (seconds: number, now: number): string => {
  const away = seconds - now;
  const size = Math.abs(away);
  if (size < MINUTE) return t('just now');
  if (size < HOUR) return relative().format(Math.trunc(away / MINUTE), 'minute');
  if (size < 2 * DAY) return relative().format(Math.trunc(away / HOUR), 'hour');
  if (size < 60 * DAY) return relative().format(Math.trunc(away / DAY), 'day');
  if (size < 730 * DAY) return relative().format(Math.trunc(away / (30 * DAY)), 'month');
  return relative().format(Math.trunc(away / (365 * DAY)), 'year');
};

/** Formats a duration of days and hours, to the hour. @param seconds a day at least */
const daysText = (seconds: number): string => {
  const hours = Math.round(seconds / HOUR);
  const days = plural(Math.floor(hours / 24), { one: '{count} day', other: '{count} days' });
  return hours % 24 === 0 ? days : `${days} ${plural(hours % 24, { one: '{count} hour', other: '{count} hours' })}`;
};

/** Formats a duration in its largest units: "30 days 10 hours", "1 hour". @param seconds duration */
export const durationText = (seconds: number): string => {
  if (seconds >= 365 * DAY && seconds % (365 * DAY) === 0)
    return plural(seconds / (365 * DAY), { one: '{count} year', other: '{count} years' });
  if (seconds >= DAY) return daysText(seconds);
  if (seconds >= HOUR) return plural(Math.round(seconds / HOUR), { one: '{count} hour', other: '{count} hours' });
  return seconds >= MINUTE
    ? plural(Math.round(seconds / MINUTE), { one: '{count} minute', other: '{count} minutes' })
    : plural(seconds, { one: '{count} second', other: '{count} seconds' });
};

/** Says how often a part comes: "every month", "every 30 days". Equal parts of a year are not whole days. @param seconds of a step */
export const stepText = (seconds: number): string => {
  if (seconds % DAY !== 0 && seconds >= 28 * DAY && seconds <= 31 * DAY) return t('every month');
  if (seconds % DAY !== 0 && seconds >= 89 * DAY && seconds <= 92 * DAY) return t('every quarter');
  return t('every {interval}', { interval: durationText(seconds) });
};

/** Formats a notice, which contracts count in blocks: "about 6 hours (36 blocks)". */
export const noticeText = (blocks: number): string =>
  plural(
    blocks,
    { one: 'about {duration} ({count} block)', other: 'about {duration} ({count} blocks)' },
    {
      duration: durationText(blocks * BLOCK_SECONDS),
    },
  );

/** Formats a time for `<input type="datetime-local">`, in the user's time zone. @param seconds Unix seconds */
export const toLocalInput = (seconds: number): string => {
  const moment = dateOf(seconds);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The last time that such an input takes: contracts reach 32 bits of Unix seconds, to February 2106. */
export const LAST_INPUT = '2105-12-31T23:59';

/** A day and a time, as such inputs write them; a second where a browser shows seconds. */
const LOCAL_INPUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const MINUTES_LENGTH = 16;

/** Whether a time is on the user's clock: not 31 February, and not in the hour that is left out when summer time begins. */
const isOnClock = (text: string): boolean => {
  const time = new Date(text).getTime();
  return LOCAL_INPUT.test(text) && !Number.isNaN(time) && toLocalInput(time / 1_000) === text.slice(0, MINUTES_LENGTH);
};

/** Parses such an input to Unix seconds; undefined while it is not a time that exists, and that contracts reach. */
export const fromLocalInput = (text: string): number | undefined => {
  const time = new Date(text).getTime();
  const isReached = time >= 0 && time <= new Date(LAST_INPUT).getTime();
  return isReached && isOnClock(text) ? Math.floor(time / 1_000) : undefined;
};

/**
 * Returns the first and the last second of a day in the user's time zone, Unix seconds; undefined where there is no such day.
 *
 * @param day such as 2026-11-28
 */
export const dayBounds = (day: string): { readonly first: number; readonly last: number } | undefined => {
  const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? readTime(day) : undefined;
  if (read?.ok !== true) return undefined;
  // Where summer time begins at midnight, the day begins an hour later: `Date` moves it.
  const [first, last] = ['T00:00', 'T23:59:59'].map((time) => Math.floor(new Date(day + time).getTime() / 1_000));
  return first === undefined || last === undefined ? undefined : { first: Math.max(first, 0), last };
};

/** Says what is wrong with an input that is not a time. @param missing said of an empty one */
export const timeProblem = (text: string, missing: string): string => {
  if (text === '') return missing;
  return isOnClock(text)
    ? t('Choose a time from 1970 to 2105')
    : t('This day or time does not exist in your time zone: choose another');
};

/** Converts an ISO 8601 time, or the start of a day in UTC (`2026-11-28`), to Unix seconds. */
export const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);
