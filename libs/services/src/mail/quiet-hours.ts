import type { MailSubscription, QuietHours } from '@weir/infra';

const HOUR = 3_600;
const MINUTES_OF_DAY = 1_440;

/** Whether the runtime knows a time zone by this name. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Minutes since midnight, by the clocks of a time zone. @param now Unix seconds */
const minuteOfDay = (now: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' });
  const read = new Map(parts.formatToParts(now * 1_000).map(({ type, value }) => [type, Number(value)]));
  return (read.get('hour') ?? 0) * 60 + (read.get('minute') ?? 0);
};

/**
 * Returns when quiet hours end that have begun; undefined outside of them. Hours from 22 until 7 go over midnight; from and until the
 * same hour are none. A change to or from summer time on the way moves the end by an hour: anybody who waits looks again then.
 *
 * @param now Unix seconds
 */
export const endOfQuiet = (quiet: QuietHours | null, timeZone: string, now: number): number | undefined => {
  if (quiet === null) return undefined;
  const minute = minuteOfDay(now, timeZone);
  const since = (minute - quiet.from * 60 + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const length = ((quiet.until - quiet.from + 24) % 24) * 60;
  return since < length ? now - (now % 60) + (length - since) * 60 : undefined;
};

/** Mails of a day that are sent at once; further ones gather what happens in an hour. */
const AT_ONCE = 10;
const DAY = 86_400;

/** When the next mail to a subscriber may be made, and how it counts. */
export type NextMail =
  | { readonly waitsUntil: number }
  | { readonly waitsUntil: undefined; readonly dayBeganAt: number; readonly mailsOfDay: number };

/** Decides whether a mail to a subscriber may be made now. @param now Unix seconds */
export const nextMail = (
  { quiet, timeZone, dayBeganAt, mailsOfDay, lastMailAt }: Omit<MailSubscription, 'id'>,
  now: number,
): NextMail => {
  const quietUntil = endOfQuiet(quiet, timeZone, now);
  if (quietUntil !== undefined) return { waitsUntil: quietUntil };
  const isNewDay = now - dayBeganAt >= DAY;
  const count = isNewDay ? 0 : mailsOfDay;
  if (count >= AT_ONCE && now < lastMailAt + HOUR) return { waitsUntil: lastMailAt + HOUR };
  return { waitsUntil: undefined, dayBeganAt: isNewDay ? now : dayBeganAt, mailsOfDay: count + 1 };
};
