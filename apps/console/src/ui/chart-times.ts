import { dateFormat } from '../language/locale.js';

const DAY = 86_400;
/** Steps from here on are months or years. */
const MONTHS = 28 * DAY;

const formats = () => ({
  year: dateFormat({ year: 'numeric' }),
  month: dateFormat({ month: 'short' }),
  day: dateFormat({ day: 'numeric', month: 'short' }),
  clock: dateFormat({ hour: '2-digit', minute: '2-digit' }),
});

/**
 * Returns the range of a time axis: that of its points; a single one has a day on either side of it.
 *
 * @param range range that the chart suggests
 */
export const timeRange = (times: readonly number[], range: [from: number, to: number]): [from: number, to: number] => {
  const [only] = times;
  return times.length === 1 && only !== undefined ? [only - DAY, only + DAY] : range;
};

/**
 * Returns the range of a time axis of daily bars: whole bars at both ends, and a week at least, so that few of them are not too wide.
 *
 * @param times Unix seconds of the days, rising
 */
export const barRange = (times: readonly number[]): [from: number, to: number] => {
  const last = times.at(-1) ?? 0;
  return [Math.min(times[0] ?? 0, last - 6 * DAY) - 0.7 * DAY, last + 0.7 * DAY];
};

/** Distances between the ticks of daily bars, seconds. */
export const BAR_STEPS = [DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY, 365 * DAY];

/**
 * Labels the ticks of a time axis in the user's language: months, days or hours, and below them the year or the day where it begins.
 *
 * @param times Unix seconds, rising
 * @param step seconds between two ticks
 */
export const timeLabels = (times: readonly number[], step: number): string[] => {
  const { year, month, day, clock } = formats();
  const [near, far] = step < DAY ? [clock, day] : [step < MONTHS ? day : month, year];
  const below = times.map((seconds) => far.format(seconds * 1_000));
  return times.map((seconds, index) => {
    const text = near.format(seconds * 1_000);
    return below[index] === below[index - 1] ? text : `${text}\n${below[index] ?? ''}`;
  });
};
