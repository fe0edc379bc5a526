import { msg, t } from '../language/text.js';
/** How often a salary is paid, in words. */
export const INTERVALS = [
  ['DAILY', msg('Every day')],
  ['WEEKLY', msg('Every week')],
  ['BIWEEKLY', msg('Every two weeks')],
  ['MONTHLY', msg('Every 30 days')],
  ['YEARLY', msg('Every 365 days')],
] as const;

export type Interval = (typeof INTERVALS)[number][0];

/** Seconds of an interval. */
export const INTERVAL_SECONDS: Readonly<Record<Interval, number>> = {
  DAILY: 86_400,
  WEEKLY: 604_800,
  BIWEEKLY: 1_209_600,
  MONTHLY: 2_592_000,
  YEARLY: 31_536_000,
};

const WITHIN = {
  DAILY: msg('every day'),
  WEEKLY: msg('every week'),
  BIWEEKLY: msg('every two weeks'),
  MONTHLY: msg('every 30 days'),
  YEARLY: msg('every 365 days'),
} as const;

/** Returns an interval within a sentence: "every 30 days". */
export const intervalText = (interval: Interval): string => t(WITHIN[interval]);
