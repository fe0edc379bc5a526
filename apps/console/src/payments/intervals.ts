/** How often a salary is paid, in words. */
export const INTERVALS = [
  ['DAILY', 'Every day'],
  ['WEEKLY', 'Every week'],
  ['BIWEEKLY', 'Every two weeks'],
  ['MONTHLY', 'Every 30 days'],
  ['YEARLY', 'Every 365 days'],
] as const;

export type Interval = (typeof INTERVALS)[number][0];

/** Returns an interval within a sentence: "every 30 days". */
export const intervalText = (interval: Interval): string =>
  INTERVALS.find(([one]) => one === interval)?.[1].toLowerCase() ?? '';
