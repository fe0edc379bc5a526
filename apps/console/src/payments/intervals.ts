import { type Interval, INTERVALS as SECONDS, wordsOf } from '@weir/kinds';
import { type Message, msg, t } from '../language/text.js';

/** How often a salary is paid: as a choice of its own, and within a sentence. */
const WORDS: Readonly<Record<Interval, readonly [alone: Message, within: Message]>> = {
  DAILY: [msg('Every day'), msg('every day')],
  WEEKLY: [msg('Every week'), msg('every week')],
  BIWEEKLY: [msg('Every two weeks'), msg('every two weeks')],
  MONTHLY: [msg('Every 30 days'), msg('every 30 days')],
  YEARLY: [msg('Every 365 days'), msg('every 365 days')],
};

/** Choices of an interval, the shortest first. */
export const INTERVALS = wordsOf(SECONDS).map((interval) => [interval, WORDS[interval][0]] as const);

export { type Interval, INTERVALS as INTERVAL_SECONDS } from '@weir/kinds';

/** Whether a word is an interval. */
export const isInterval = (word: string): word is Interval => Object.hasOwn(SECONDS, word);

/** Returns an interval within a sentence: "every 30 days". */
export const intervalText = (interval: Interval): string => t(WORDS[interval][1]);

/** Returns how often something is paid within a sentence: "every 30 days", or on days of the month for any other word. */
export const periodText = (period: string): string =>
  isInterval(period) ? intervalText(period) : t('on days of the month');
