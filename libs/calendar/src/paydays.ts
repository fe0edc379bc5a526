import { PAYDAY_MONTHS } from '@weir/kinds';
import type { CalendarDate } from './calendar-date.js';
import { dueDate, dueDay, scriptDate } from './due-date.js';
import { findLocalTimeProblem, type LocalTime, type LocalTimeProblem, SECONDS_OF_DAY } from './local-time.js';
import { LAST_MONTH } from './month-number.js';

/**
 * On which days a salary is paid. Paydays have numbers: that of their month; or, with two in a month, twice that and 1 more for the
 * second. A contract keeps the number of the next one.
 */
export interface Paydays extends LocalTime {
  /** Months from one payday to the next: 1, 3, 6 or 12. */
  readonly months: bigint;
  /** Day of the month, 1 to 31. A month that does not have it is paid on its last day. */
  readonly day: bigint;
  /** A second payday in each month, later than `day`, which is at most 27 then. Only where `months` is 1. */
  readonly secondDay?: bigint | undefined;
}

/** With February's 28 days, a first payday up to this one is always earlier than the second. */
const LAST_FIRST_DAY = 27n;

/** Why the days on which a salary is paid are refused. */
export type PaydayTermsProblem =
  | LocalTimeProblem
  | 'MONTHS_OUT_OF_RANGE'
  | 'DAY_OUT_OF_RANGE'
  | 'SECOND_DAY_OUT_OF_RANGE';

/** Why paydays are refused. */
export type PaydaysProblem =
  | PaydayTermsProblem
  | 'FIRST_OUT_OF_RANGE'
  | 'PERIODS_OUT_OF_RANGE'
  | 'LAST_AFTER_JANUARY_2100';

/** How many numbers there are in a month. */
const inMonth = ({ secondDay }: Paydays): bigint => (secondDay === undefined ? 1n : 2n);

/** Returns how far the numbers of two paydays in a row are apart. */
export const paydayStep = (paydays: Paydays): bigint => (paydays.secondDay === undefined ? paydays.months : 1n);

/** Returns the greatest number that a payday may have. */
export const lastPayday = (paydays: Paydays): bigint => (LAST_MONTH + 1n) * inMonth(paydays) - 1n;

/** Returns the first payday of a month, by its number. */
export const paydayOfMonth = (paydays: Paydays, month: bigint): bigint => month * inMonth(paydays);

const placeOf = (paydays: Paydays, payday: bigint): readonly [month: bigint, day: bigint] => {
  const { day, secondDay } = paydays;
  if (secondDay === undefined) return [payday, day];
  return [payday / 2n, payday % 2n === 0n ? day : secondDay];
};

/** Returns when a payday comes, Unix seconds. @throws RangeError for a number below 0 or above {@link lastPayday} */
export const paydayTime = (paydays: Paydays, payday: bigint): bigint => dueDate(...placeOf(paydays, payday), paydays);

/**
 * Returns when a contract lets a payday fall due: {@link paydayTime}, and after January 2100, which pauses can lead to, a day late.
 *
 * @param payday from 0
 */
export const scriptPaydayTime = (paydays: Paydays, payday: bigint): bigint =>
  scriptDate(...placeOf(paydays, payday), paydays);

/** Returns how many paydays there are until January 2100, a first one included; 0 or less where it is later. */
export const paydaysFrom = (paydays: Paydays, first: bigint): bigint => {
  const left = lastPayday(paydays) - first;
  return left < 0n ? 0n : left / paydayStep(paydays) + 1n;
};

/** Returns a payday's date on the calendar, at its local time. @throws RangeError as {@link paydayTime} */
export const paydayDate = (paydays: Paydays, payday: bigint): CalendarDate => dueDay(...placeOf(paydays, payday));

const findDaysProblem = ({ months, day, secondDay }: Paydays): PaydayTermsProblem | undefined => {
  if (!PAYDAY_MONTHS.some((each) => BigInt(each) === months)) return 'MONTHS_OUT_OF_RANGE';
  if (day < 1n || day > 31n) return 'DAY_OUT_OF_RANGE';
  if (secondDay === undefined) return undefined;
  if (months !== 1n) return 'MONTHS_OUT_OF_RANGE';
  if (day > LAST_FIRST_DAY) return 'DAY_OUT_OF_RANGE';
  return secondDay <= day || secondDay > 31n ? 'SECOND_DAY_OUT_OF_RANGE' : undefined;
};

/** Returns the first rule that the days of a salary break, no matter when it begins; undefined when they are sound. */
export const findPaydayTermsProblem = (paydays: Paydays): PaydayTermsProblem | undefined =>
  findDaysProblem(paydays) ?? findLocalTimeProblem(paydays);

/**
 * Returns the first rule that the paydays of a salary break, or undefined when they are sound.
 *
 * @param first number of the first payday
 * @param periods how many paydays there are
 *
 * @example
 * findPaydaysProblem({ months: 1n, day: 32n, time: 0n, utcOffset: 0n }, 330n, 12n); // 'DAY_OUT_OF_RANGE'
 */
export const findPaydaysProblem = (paydays: Paydays, first: bigint, periods: bigint): PaydaysProblem | undefined => {
  const problem = findPaydayTermsProblem(paydays);
  if (problem !== undefined) return problem;
  if (first < 0n || first > lastPayday(paydays)) return 'FIRST_OUT_OF_RANGE';
  if (periods < 1n) return 'PERIODS_OUT_OF_RANGE';
  return first + (periods - 1n) * paydayStep(paydays) > lastPayday(paydays) ? 'LAST_AFTER_JANUARY_2100' : undefined;
};

/** What determines which paydays of a salary are due. */
export interface DuePaydaysTerms {
  readonly paydays: Paydays;
  /** Number of the next payday that is not paid. */
  readonly next: bigint;
  /** How many paydays are not paid. */
  readonly unpaid: bigint;
}

/** Returns the first number from `low` to `high` of which something holds; `high` where it holds of none before. */
const firstOf = (low: bigint, high: bigint, holds: (value: bigint) => boolean): bigint => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) / 2n;
    if (holds(middle)) to = middle;
    else from = middle + 1n;
  }
  return from;
};

/**
 * Returns how many paydays are due at a time, all missed ones included. Only for an active payment: a paused one accrues nothing.
 *
 * @param at Unix seconds; on the chain it is the transaction's locktime
 * @throws RangeError when the last payday is after January 2100
 */
export const duePaydays = ({ paydays, next, unpaid }: DuePaydaysTerms, at: bigint): bigint =>
  firstOf(0n, unpaid, (count) => paydayTime(paydays, next + count * paydayStep(paydays)) > at);

/**
 * Returns the number of the first payday after a time, in steps from a payday: where a salary goes on that was paused. Paydays that have
 * passed are skipped.
 *
 * @param from number of the payday to start from, which is returned if it is later than the time
 * @param after Unix seconds
 * @returns undefined when there is none until January 2100
 */
export const nextPayday = (paydays: Paydays, from: bigint, after: bigint): bigint | undefined => {
  const step = paydayStep(paydays);
  const steps = paydaysFrom(paydays, from);
  const skipped = firstOf(0n, steps, (count) => paydayTime(paydays, from + count * step) > after);
  return skipped === steps ? undefined : from + skipped * step;
};

/**
 * Returns the number of the first payday at a time or after it, in any month: where a new salary starts.
 *
 * @param from Unix seconds
 * @returns undefined for a time after all paydays
 */
export const firstPaydayFrom = (paydays: Paydays, from: bigint): bigint | undefined =>
  nextPayday({ ...paydays, months: 1n }, 0n, from - 1n);

/**
 * Returns when the payday comes that is so many steps after one, or before it; a day after the last one where that is in January 2100,
 * beyond which a contract counts wrong.
 *
 * @param payday its number
 */
export const paydayAfter = (paydays: Paydays, payday: bigint, steps: bigint): bigint => {
  const later = payday + steps * paydayStep(paydays);
  const last = lastPayday(paydays);
  return later > last ? paydayTime(paydays, last) + SECONDS_OF_DAY : paydayTime(paydays, later);
};

/** A date of a plan, as pages show it. */
export interface PlannedDate {
  /** Number of the payday, or of the installment. */
  readonly number: bigint;
  /** Unix seconds. */
  readonly at: bigint;
  /** On the calendar, at the plan's distance from UTC. */
  readonly date: CalendarDate;
}

/**
 * Returns the first dates of a salary.
 *
 * @param first number of the first payday
 * @param count how many; fewer where January 2100 comes first
 */
export const firstPaydays = (paydays: Paydays, first: bigint, count: number): PlannedDate[] =>
  Array.from({ length: count }, (_, place) => first + BigInt(place) * paydayStep(paydays))
    .filter((number) => number <= lastPayday(paydays))
    .map((number) => ({ number, at: paydayTime(paydays, number), date: paydayDate(paydays, number) }));
