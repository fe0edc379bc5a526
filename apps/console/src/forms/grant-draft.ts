import { type CalendarGrant, firstMonthAfter, installmentTime, LAST_MONTH, type NamedDays } from '@weir/calendar';
import { type Allocation, PAYDAY_MONTHS, type PaydayMonths } from '@weir/kinds';
import { fromLocalInput, timeProblem, timeText } from '../format/time.js';
import { msg, plural, t } from '../language/text.js';
import { offsetsFrom, offsetText } from './kept-time.js';
import { addMonths, readMonths, readSpan, type ScheduleDraft, type ScheduleProblems } from './schedule-draft.js';

/** The draft of installments by the calendar, beside that of other schedules. */
export interface GrantDraft extends ScheduleDraft {
  /** Months from one installment to the next. */
  readonly every: `${PaydayMonths}`;
  readonly onDay: 'same' | 'last';
  /** What was paid elsewhere before, in the units of the amount; empty for nothing. */
  readonly released: string;
  /** Of tokens. */
  readonly allocation: Allocation;
}

/** What a draft of installments begins with. */
export const newGrant = { every: '1', onDay: 'same', released: '', allocation: 'CUMULATIVE_ROUND_DOWN' } as const;

/** Returns how often installments may vest, as options. */
export const everyOptions = (): readonly (readonly [GrantDraft['every'], string])[] =>
  PAYDAY_MONTHS.map((months) => [`${months}`, plural(months, { one: 'Every month', other: 'Every {count} months' })]);

export const ON_DAY = [
  ['same', msg('On the same day of the month')],
  ['last', msg('On the last day of the month')],
] as const;

/** How tokens are divided, as cap tables do, by the names of the Open Cap Table Format. */
export const DIVISIONS = [
  ['CUMULATIVE_ROUND_DOWN', msg('in equal parts, each sum rounded down')],
  ['CUMULATIVE_ROUNDING', msg('in equal parts, each sum rounded')],
  ['FRONT_LOADED', msg('in equal parts, what is left over in the first ones')],
  ['BACK_LOADED', msg('in equal parts, what is left over in the last ones')],
  ['FRONT_LOADED_TO_SINGLE_TRANCHE', msg('in equal parts, what is left over in the first one')],
  ['BACK_LOADED_TO_SINGLE_TRANCHE', msg('in equal parts, what is left over in the last one')],
] as const satisfies readonly (readonly [Allocation, unknown])[];

/** The installments of a draft, as requests name them. */
export interface Installments {
  /** Unix seconds. */
  readonly start: number;
  readonly calendar: NamedDays;
  readonly installments: number;
  readonly cliffInstallment: number;
  /** The same as the contract counts, but for its amounts. */
  readonly dates: Omit<CalendarGrant, 'total' | 'allocation'>;
}

type Problems = ScheduleProblems & { readonly every?: string };
type Read = { readonly installments: Installments } | { readonly problems: Problems };

const LAST_DAY = 31;
const MINUTE = 60;

/** Counts of no contract: dates alone do not depend on them. */
const NO_AMOUNTS = { total: 0n, allocation: 'CUMULATIVE_ROUND_DOWN' } as const;

/** Returns when an installment vests, Unix seconds. @param number from 1 */
export const installmentAt = (dates: Installments['dates'], number: number): number =>
  Number(installmentTime({ ...NO_AMOUNTS, ...dates }, BigInt(number)));

/** Returns the number of the first installment at a time or after it; undefined where none is, by the end of the contract's calendar. */
const firstFrom = (dates: Installments['dates'], time: number): number | undefined => {
  const most = Number((LAST_MONTH - dates.firstMonth) / dates.months) + 1;
  for (let number = 1; number <= most; number += 1) if (installmentAt(dates, number) >= time) return number;
  return undefined;
};

/** Reads a time on the clock that the contract keeps. @param minutes its distance from UTC */
const atOffset = (text: string, minutes: number): number =>
  Date.parse(`${text.slice(0, 16)}Z`) / 1_000 - minutes * MINUTE;

/** Returns how many installments a draft has, and with which one all earlier ones vest. */
const countOf = (
  draft: GrantDraft,
  dates: Installments['dates'],
  minutes: number,
): Pick<Installments, 'installments' | 'cliffInstallment'> | { readonly problems: Problems } => {
  const every = Number(draft.every);
  if (draft.length === 'dates') {
    const end = atOffset(draft.end, minutes);
    const after = firstFrom(dates, end + 1);
    if (after === undefined) return { problems: { end: t('It must end before February 2100') } };
    if (after === 1)
      return {
        problems: {
          end: t('Nothing vests before its end: the first date is {when}', { when: timeText(installmentAt(dates, 1)) }),
        },
      };
    const cliffInstallment = draft.cliff === '' ? 1 : firstFrom(dates, atOffset(draft.cliff, minutes));
    if (cliffInstallment === undefined || cliffInstallment >= after)
      return { problems: { cliff: t('The cliff must not be after the last date') } };
    return { installments: after - 1, cliffInstallment };
  }
  const read = readMonths(draft);
  if ('problems' in read) return read;
  const { months, cliffMonths } = read;
  if (months % every !== 0)
    return {
      problems: {
        every: t('{months} months do not divide into whole installments: choose another interval', { months }),
      },
    };
  if (cliffMonths % every !== 0)
    return {
      problems: {
        every: t('The cliff of {months} months is between two installments: choose another interval', {
          months: cliffMonths,
        }),
      },
    };
  const installments = months / every;
  if (dates.firstMonth + BigInt(months - every) > LAST_MONTH)
    return { problems: { [draft.length === 'months' ? 'months' : 'start']: t('It must end before February 2100') } };
  return { installments, cliffInstallment: Math.max(1, cliffMonths / every) };
};

/**
 * Reads the installments of a draft: on the day of its start, or on the last day of the month. All its times are on the clock that the
 * contract keeps, so that an end in summer is that of the same day in winter.
 */
export const readInstallments = (draft: GrantDraft): Read => {
  const begun = fromLocalInput(draft.start);
  if (begun === undefined) return { problems: { start: timeProblem(draft.start, t('Choose when it starts')) } };
  const span = draft.length === 'dates' ? readSpan(draft, begun) : readMonths(draft);
  if ('problems' in span) return span;
  const until = 'months' in span ? addMonths(begun, span.months) : span.end;
  const { least } = offsetsFrom(begun, until);
  const start = atOffset(draft.start, least);
  const day = draft.onDay === 'last' ? LAST_DAY : Number(draft.start.slice(8, 10));
  const time = draft.start.slice(11, 16);
  const [months, utcOffset] = [BigInt(draft.every), BigInt(least * MINUTE)];
  const firstMonth = firstMonthAfter(BigInt(start), { months, utcOffset });
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shared = { months, day: BigInt(day), time: BigInt((hours * MINUTE + minutes) * MINUTE), utcOffset, firstMonth };
  const count = countOf(draft, { ...shared, installments: 1n, cliff: 1n }, least);
  if ('problems' in count) return count;
  const { installments, cliffInstallment } = count;
  return {
    installments: {
      start,
      calendar: { months: Number(months), day, time, utcOffset: offsetText(least) },
      ...count,
      dates: { ...shared, installments: BigInt(installments), cliff: BigInt(cliffInstallment) },
    },
  };
};
