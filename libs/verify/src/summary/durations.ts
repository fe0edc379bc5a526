import type { SummaryWords } from './words.js';

const DAY = 86_400n;
const HOUR = 3_600n;
const MINUTE = 60n;

/** Formats a duration in full, by the units that it has: "30 days 10 hours". */
export const durationText = (seconds: bigint, words: SummaryWords): string => {
  const [days, hours] = [Number(seconds / DAY), Number((seconds % DAY) / HOUR)];
  const [minutes, rest] = [Number((seconds % HOUR) / MINUTE), Number(seconds % MINUTE)];
  return [
    ...(days > 0 ? [words.plural(days, { one: '{count} day', other: '{count} days' })] : []),
    ...(hours > 0 ? [words.plural(hours, { one: '{count} hour', other: '{count} hours' })] : []),
    ...(minutes > 0 ? [words.plural(minutes, { one: '{count} minute', other: '{count} minutes' })] : []),
    ...(rest > 0 ? [words.plural(rest, { one: '{count} second', other: '{count} seconds' })] : []),
  ].join(' ');
};

/** Says how often a part comes. Equal parts of a year are not whole days: their name comes before their length. */
export const stepText = (seconds: bigint, words: SummaryWords): string => {
  const values = { interval: durationText(seconds, words) };
  if (seconds % DAY !== 0n && seconds >= 28n * DAY && seconds <= 31n * DAY)
    return words.text('every month ({interval})', values);
  if (seconds % DAY !== 0n && seconds >= 89n * DAY && seconds <= 92n * DAY)
    return words.text('every quarter ({interval})', values);
  return words.text('every {interval}', values);
};

/** Says a number of blocks. */
export const blocksText = (blocks: number, { plural }: Pick<SummaryWords, 'plural'>): string =>
  plural(blocks, { one: '{count} block', other: '{count} blocks' });
