import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { readTyped } from '../format/typed-amount.js';
import { msg, t } from '../language/text.js';

/** The draft of when something vests. */
export interface ScheduleDraft {
  readonly length: 'grant' | 'year' | 'quarters' | 'once' | 'months' | 'dates' | 'tranches';
  readonly pace: 'second' | 'monthly' | 'calendar' | 'days';
  readonly start: string;
  /** Of `months`. */
  readonly months: string;
  /** Of `months`: before it nothing can be claimed. */
  readonly cliffMonths: string;
  /** Of `dates`. */
  readonly end: string;
  /** Of `dates`; empty for none. */
  readonly cliff: string;
  /** Of `days`. */
  readonly intervalDays: string;
}

/** The presets, and what else there is. */
export const LENGTHS = [
  ['grant', msg('4 years, with a cliff of 1 year')],
  ['year', msg('12 months, without a cliff')],
  ['once', msg('All at once, on one day')],
  ['months', msg('Other months')],
  ['dates', msg('From one date to another')],
] as const;

/** Those of a stream, which may also have dates and amounts of its own. */
export const STREAM_LENGTHS = [...LENGTHS, ['tranches', msg('Dates and amounts of your own')]] as const;

export const PACES = [
  ['second', msg('A little every second')],
  ['monthly', msg('Monthly')],
  ['days', msg('Custom number of days')],
] as const;

/** Those of a stream: months are those of the calendar. */
export const STREAM_PACES = [
  ['second', msg('A little every second')],
  ['calendar', msg('On a day of the month')],
  ['days', msg('Custom number of days')],
] as const;

const PRESETS = {
  grant: { months: 48, cliffMonths: 12 },
  year: { months: 12, cliffMonths: 0 },
  quarters: { months: 24, cliffMonths: 0 },
} as const;
const QUARTER_MONTHS = 3;
const DAY = 86_400;
/** Days of a month where no months are named, and the default interval. */
const MONTH_DAYS = 30;

/** Creates a draft: a year from the chain's present time on. @param now Unix seconds */
export const newSchedule = (now: number): ScheduleDraft => ({
  length: 'year',
  pace: 'second',
  start: toLocalInput(now),
  months: '24',
  cliffMonths: '6',
  end: toLocalInput(now + 365 * DAY),
  cliff: '',
  intervalDays: String(MONTH_DAYS),
});

/** Returns the same day and hour so many months later, by the calendar; the month's last day where it has no such. */
export const addMonths = (seconds: number, months: number): number => {
  const from = new Date(seconds * 1_000);
  const to = new Date(from);
  to.setDate(1);
  to.setMonth(to.getMonth() + months);
  to.setDate(Math.min(from.getDate(), new Date(to.getFullYear(), to.getMonth() + 1, 0).getDate()));
  return Math.floor(to.getTime() / 1_000);
};

/** When something vests, Unix seconds. */
export interface Schedule {
  readonly start: number;
  readonly end: number;
  readonly cliff: number | null;
  /** Seconds of a step; null for by the second. */
  readonly step: number | null;
}

export type ScheduleProblems = Readonly<Partial<Record<keyof ScheduleDraft, string>>>;
type Read = { readonly schedule: Schedule } | { readonly problems: ScheduleProblems };

/** Of an interval in days: to the second. */
const INTERVAL_DECIMALS = 6;
const WHOLE = /^\d{1,4}$/;

/** The number of months of a draft, and of those before its cliff. */
interface Months {
  readonly months: number;
  readonly cliffMonths: number;
}

const monthsOf = ({ length, months, cliffMonths }: ScheduleDraft) => {
  if (length === 'grant' || length === 'year' || length === 'quarters') return PRESETS[length];
  return {
    months: WHOLE.test(months.trim()) ? Number(months) : 0,
    cliffMonths: WHOLE.test(cliffMonths.trim()) ? Number(cliffMonths) : undefined,
  };
};

/** Reads the months of a draft, which its preset may say. */
export const readMonths = (draft: ScheduleDraft): Months | { readonly problems: ScheduleProblems } => {
  const { months, cliffMonths } = monthsOf(draft);
  if (months === 0) return { problems: { months: t('Enter the number of months') } };
  if (cliffMonths === undefined) return { problems: { cliffMonths: t('Enter whole months, or 0 for none') } };
  if (cliffMonths > months) return { problems: { cliffMonths: t('The cliff must be within the months') } };
  return { months, cliffMonths };
};

/** Steps are equal, so that those of months are a month of the average length, and the cliff is at the end of one. */
const byMonths = (draft: ScheduleDraft, start: number): Read => {
  const read = readMonths(draft);
  if ('problems' in read) return read;
  const { months, cliffMonths } = read;
  const end = addMonths(start, months);
  const step = Math.floor((end - start) / months);
  if (draft.length === 'quarters') {
    const quarters = months / QUARTER_MONTHS;
    const quarter = Math.floor((end - start) / quarters);
    return { schedule: { start, end: start + quarters * quarter, cliff: null, step: quarter } };
  }
  if (draft.pace !== 'monthly')
    return { schedule: { start, end, cliff: cliffMonths === 0 ? null : addMonths(start, cliffMonths), step: null } };
  const cliff = cliffMonths === 0 ? null : start + cliffMonths * step;
  return { schedule: { start, end: start + months * step, cliff, step } };
};

/** Reads the end and the cliff of a draft that has both as dates. @param start Unix seconds */
export const readSpan = (
  draft: ScheduleDraft,
  start: number,
): Pick<Schedule, 'end' | 'cliff'> | { readonly problems: ScheduleProblems } => {
  const end = fromLocalInput(draft.end);
  const cliff = draft.cliff === '' ? null : fromLocalInput(draft.cliff);
  if (end === undefined) return { problems: { end: timeProblem(draft.end, t('Choose when it ends')) } };
  if (end <= start) return { problems: { end: t('It must end after its start') } };
  if (cliff === undefined) return { problems: { cliff: timeProblem(draft.cliff, '') } };
  return { end, cliff };
};

const byDates = (draft: ScheduleDraft, start: number): Read => {
  const read = readSpan(draft, start);
  if ('problems' in read) return read;
  return { schedule: { start, ...read, step: draft.pace === 'monthly' ? MONTH_DAYS * DAY : null } };
};

/** Returns whether a draft has a pace: what comes at once has none, and that of quarters is theirs. */
export const hasPace = ({ length }: Pick<ScheduleDraft, 'length'>): boolean =>
  length !== 'once' && length !== 'quarters' && length !== 'tranches';

/** Validates a draft: returns its times, or its problems by field. */
export const readSchedule = (draft: ScheduleDraft): Read => {
  const start = fromLocalInput(draft.start);
  if (start === undefined) return { problems: { start: timeProblem(draft.start, t('Choose when it starts')) } };
  // A contract takes a second at least.
  if (draft.length === 'once') return { schedule: { start: start - 1, end: start, cliff: null, step: null } };
  const read = draft.length === 'dates' ? byDates(draft, start) : byMonths(draft, start);
  if (draft.pace !== 'days' || !hasPace(draft) || 'problems' in read) return read;
  const days = readTyped(draft.intervalDays, INTERVAL_DECIMALS);
  const seconds = days.status === 'ok' ? Math.round((Number(days.units) / 10 ** INTERVAL_DECIMALS) * DAY) : 0;
  if (seconds === 0) return { problems: { intervalDays: t('Enter a number of days, such as 30') } };
  return { schedule: { ...read.schedule, step: seconds } };
};
