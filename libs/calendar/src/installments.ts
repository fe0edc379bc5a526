import type { Allocation } from '@weir/kinds';
import { allocatedAmount } from './allocation.js';
import type { CalendarDate } from './calendar-date.js';
import { dueDate, dueDay } from './due-date.js';
import { localDate } from './local-date.js';
import { findLocalTimeProblem, type LocalTime, type LocalTimeProblem } from './local-time.js';
import { LAST_MONTH, monthNumber } from './month-number.js';

/** Days of the month as requests name them: their months apart, the day, and the time of day at a distance from UTC, as `09:00` and `+05:30`. */
export interface NamedDays {
  readonly months: number;
  readonly day: number;
  readonly time: string;
  readonly utcOffset: string;
}

/** A grant that vests in installments by the calendar. Amounts are base units (satoshis, or a token's smallest unit). */
export interface CalendarGrant extends LocalTime {
  /** What vests in all, what was paid before the funding included. */
  readonly total: bigint;
  /** Months from one installment to the next, 1 to 12. */
  readonly months: bigint;
  /** Day of the month, 1 to 31. In a month that does not have it, the installment vests on its last day. */
  readonly day: bigint;
  /** Number of the month of installment 1. */
  readonly firstMonth: bigint;
  /** Number of installments. */
  readonly installments: bigint;
  /** Number of the installment with which all earlier ones vest; 1 for none. */
  readonly cliff: bigint;
  readonly allocation: Allocation;
}

/** An installment as it vests; at the cliff all those before it, too. */
export interface Installment {
  /** From 1. */
  readonly number: bigint;
  /** Unix seconds. */
  readonly at: bigint;
  /** On the calendar, at the grant's distance from UTC. */
  readonly date: CalendarDate;
  /** What vests with it, base units. 0 where there are more installments than units. */
  readonly amount: bigint;
}

/** Why a grant is refused. */
export type GrantProblem =
  | LocalTimeProblem
  | 'MONTHS_OUT_OF_RANGE'
  | 'DAY_OUT_OF_RANGE'
  | 'FIRST_OUT_OF_RANGE'
  | 'INSTALLMENTS_OUT_OF_RANGE'
  | 'LAST_AFTER_JANUARY_2100'
  | 'CLIFF_OUT_OF_RANGE'
  | 'TOTAL_OUT_OF_RANGE'
  | 'CLIFF_LEAVES_TOO_LITTLE'
  | 'RELEASED_NOT_VESTED';

/**
 * Returns the number of the month of installment 1 of a grant that starts at a time: the month of the start on the calendar, and the
 * months from one installment to the next.
 *
 * @param start Unix seconds
 */
export const firstMonthAfter = (
  start: bigint,
  { months, utcOffset }: Pick<CalendarGrant, 'months' | 'utcOffset'>,
): bigint => monthNumber(localDate(start, utcOffset)) + months;

const monthOfInstallment = ({ firstMonth, months }: CalendarGrant, number: bigint): bigint =>
  firstMonth + (number - 1n) * months;

/** Returns when an installment vests, Unix seconds, were it not for the cliff. @param number from 1 */
export const installmentTime = (grant: CalendarGrant, number: bigint): bigint =>
  dueDate(monthOfInstallment(grant, number), grant.day, grant);

/** Returns how many installments have vested at a time: none before the cliff. @param at Unix seconds */
export const vestedInstallments = (grant: CalendarGrant, at: bigint): bigint => {
  let [low, high] = [0n, grant.installments];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (installmentTime(grant, middle) <= at) low = middle;
    else high = middle - 1n;
  }
  return low < grant.cliff ? 0n : low;
};

/** Returns what has vested after so many installments, base units: nothing before the cliff. */
export const vestedAfter = ({ allocation, total, installments, cliff }: CalendarGrant, done: bigint): bigint =>
  done < cliff ? 0n : allocatedAmount(allocation, total, done, installments);

/** Returns what has vested at a time, base units. @param at Unix seconds; on the chain it is the transaction's locktime */
export const vestedByCalendar = (grant: CalendarGrant, at: bigint): bigint =>
  vestedAfter(grant, vestedInstallments(grant, at));

/** Returns the installments as they vest, from the cliff on. Their amounts add up to the total. */
export const installmentsOf = (grant: CalendarGrant): Installment[] =>
  Array.from({ length: Number(grant.installments - grant.cliff) + 1 }, (_, place) => {
    const number = grant.cliff + BigInt(place);
    return {
      number,
      at: installmentTime(grant, number),
      date: dueDay(monthOfInstallment(grant, number), grant.day),
      amount: vestedAfter(grant, number) - vestedAfter(grant, number - 1n),
    };
  });

/** What holds of a grant's amounts. */
export interface GrantLimits {
  /** The smallest payment and the smallest remainder: 576 satoshis in BCH, 1 unit of a token. */
  readonly least: bigint;
  /** What was paid elsewhere before the funding, base units. */
  readonly released?: bigint | undefined;
}

const findTermsProblem = (grant: CalendarGrant): GrantProblem | undefined => {
  const { months, day, firstMonth, installments, cliff } = grant;
  if (months < 1n || months > 12n) return 'MONTHS_OUT_OF_RANGE';
  if (day < 1n || day > 31n) return 'DAY_OUT_OF_RANGE';
  const problem = findLocalTimeProblem(grant);
  if (problem !== undefined) return problem;
  if (firstMonth < 0n || firstMonth > LAST_MONTH) return 'FIRST_OUT_OF_RANGE';
  if (installments < 1n) return 'INSTALLMENTS_OUT_OF_RANGE';
  if (monthOfInstallment(grant, installments) > LAST_MONTH) return 'LAST_AFTER_JANUARY_2100';
  return cliff < 1n || cliff > installments ? 'CLIFF_OUT_OF_RANGE' : undefined;
};

/** Whether an installment from the cliff on has vested exactly an amount. */
const isVestedAmount = (grant: CalendarGrant, amount: bigint): boolean => {
  for (let done = grant.cliff; done <= grant.installments; done += 1n)
    if (vestedAfter(grant, done) === amount) return true;
  return false;
};

/**
 * Returns the first rule that a grant breaks, or undefined when it is sound. As with schedules in seconds, the cliff leaves nothing or
 * at least `least`; what was paid before is what had vested with some installment.
 *
 * @example
 * findGrantProblem({ ...grant, cliff: 49n, installments: 48n }, { least: 1n }); // 'CLIFF_OUT_OF_RANGE'
 */
export const findGrantProblem = (
  grant: CalendarGrant,
  { least, released = 0n }: GrantLimits,
): GrantProblem | undefined => {
  const problem = findTermsProblem(grant);
  if (problem !== undefined) return problem;
  if (released < 0n || grant.total - released < least) return 'TOTAL_OUT_OF_RANGE';
  const left = grant.total - vestedAfter(grant, grant.cliff);
  if (left !== 0n && left < least) return 'CLIFF_LEAVES_TOO_LITTLE';
  return released > 0n && !isVestedAmount(grant, released) ? 'RELEASED_NOT_VESTED' : undefined;
};
