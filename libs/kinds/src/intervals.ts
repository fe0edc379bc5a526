import { wordsOf } from './words-of.js';

/**
 * How often a payment can fall due, with the length of each interval in seconds. The lengths are fixed, since a script knows no
 * calendar: a month has 30 days, a year 365.
 */
export const INTERVALS = {
  DAILY: 86_400,
  WEEKLY: 604_800,
  BIWEEKLY: 1_209_600,
  MONTHLY: 2_592_000,
  YEARLY: 31_536_000,
} as const;

/** How often a payment falls due. */
export type Interval = keyof typeof INTERVALS;

/** What a payment says of its periods: an interval of seconds, or that its paydays are dates of the calendar. */
export const PAYMENT_PERIODS = [...wordsOf(INTERVALS), 'CALENDAR'] as const;
export type PaymentPeriod = (typeof PAYMENT_PERIODS)[number];
