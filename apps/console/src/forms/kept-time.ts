import { t } from '../language/text.js';

const MINUTE = 60;
const DAY = 86_400;
/** Twelve paydays, and some more: no zone leaves out a change of its clocks for so long. */
const DAYS_OF_LIFE = 400;

/**
 * Returns the smallest and the greatest distance of the user's time zone from UTC from a time on, minutes. A contract keeps one: with the
 * smallest nothing is paid early by the clocks there.
 *
 * @param start Unix seconds
 * @param end Unix seconds
 */
export const offsetsFrom = (
  start: number,
  end = start + DAYS_OF_LIFE * DAY,
): { readonly least: number; readonly greatest: number } => {
  const days = Math.ceil(Math.max(end - start, 0) / DAY) + 1;
  const offsets = Array.from({ length: days }, (_, day) => -new Date((start + day * DAY) * 1_000).getTimezoneOffset());
  return offsets.reduce(
    ({ least, greatest }, offset) => ({ least: Math.min(least, offset), greatest: Math.max(greatest, offset) }),
    { least: Infinity, greatest: -Infinity },
  );
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Writes a distance from UTC, as in +05:30. @param minutes east of Greenwich */
export const offsetText = (minutes: number): string => {
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / MINUTE))}:${twoDigits(distance % MINUTE)}`;
};

/** Says at which distance from UTC a contract keeps a time of day from a time on, Unix seconds. */
export const keptTimeText = (start: number, end?: number): string => {
  const { least, greatest } = offsetsFrom(start, end);
  // As one value: from right to left the distance would be on the other side of UTC.
  const zone = `UTC${offsetText(least)}`;
  return least === greatest
    ? t('The contract keeps the time at {zone}.', { zone })
    : t('The contract keeps the time at {zone}: in summer it pays later by your clock.', { zone });
};
