import {
  duePaydays,
  findPaydayTermsProblem,
  firstPaydayFrom,
  type Paydays,
  paydaysFrom,
  paydayStep,
  paydayTime,
} from '@weir/calendar';
import { salaryPaydayTime } from '@weir/covenants';
import { Difference } from './difference.js';
import type { OpenedPaydays, OpenedSchedule } from './effects.types.js';
import { type NamedDays, readNamedTime } from './named-time.js';
import { openedPaydays } from './reading/read-calendar-funding.js';

/** Days on which a salary is paid, as requests and answers of the service name them. */
export interface NamedPaydays extends NamedDays {
  readonly secondDay?: number | null | undefined;
}

/** A salary by the calendar. Times in Unix seconds. */
export interface NamedSalary {
  readonly calendar: NamedPaydays;
  /** Units of the asset. */
  readonly amountPerPeriod: bigint;
  /** The first payday is then or later. */
  readonly from: number;
  readonly periods: number;
}

/** @throws Difference REQUEST_MALFORMED for days that no contract has */
const paydaysOf = (named: NamedPaydays): Paydays => {
  const { months, day, secondDay } = named;
  const local = readNamedTime(named, [months, day, secondDay ?? 0], 'No salary is paid');
  const paydays = {
    months: BigInt(months),
    day: BigInt(day),
    ...(secondDay !== undefined && secondDay !== null && { secondDay: BigInt(secondDay) }),
    ...local,
  };
  const problem = findPaydayTermsProblem(paydays);
  if (problem !== undefined) throw new Difference('REQUEST_MALFORMED', `No salary has these paydays: ${problem}`);
  return paydays;
};

/** @throws Difference REQUEST_MALFORMED after January 2100 */
const firstOf = (paydays: Paydays, from: number): bigint => {
  const first = firstPaydayFrom(paydays, BigInt(Math.ceil(from)));
  if (first === undefined) throw new Difference('REQUEST_MALFORMED', 'No payday is after January 2100');
  return first;
};

/**
 * Returns when a salary pays, as its funding says it.
 *
 * @throws Difference REQUEST_MALFORMED for days that no contract has
 */
export const salarySchedule = ({
  calendar,
  amountPerPeriod,
  from,
  periods,
}: NamedSalary): Extract<OpenedSchedule, { readonly kind: 'SALARY' }> => {
  const paydays = paydaysOf(calendar);
  const first = firstOf(paydays, from);
  return {
    kind: 'SALARY',
    amountPerPeriod,
    periods,
    firstDue: paydayTime(paydays, first),
    lastDue: salaryPaydayTime(paydays, first + BigInt(Math.max(periods - 1, 0)) * paydayStep(paydays)),
    ...openedPaydays(paydays),
  };
};

/**
 * Returns the days on which something is paid, as its funding says them.
 *
 * @throws Difference REQUEST_MALFORMED for days that no contract has
 */
export const namedPaydays = (calendar: NamedPaydays): OpenedPaydays => openedPaydays(paydaysOf(calendar));

/**
 * Returns how many paydays there are up to an end, or without one until January 2100.
 *
 * @param from the first one is then or later, Unix seconds
 * @param end Unix seconds
 * @throws Difference REQUEST_MALFORMED for days that no contract has
 */
export const paydaysUntil = (calendar: NamedPaydays, from: number, end: number | undefined): number => {
  const paydays = paydaysOf(calendar);
  const next = firstOf(paydays, from);
  const unpaid = paydaysFrom(paydays, next);
  return Number(end === undefined ? unpaid : duePaydays({ paydays, next, unpaid }, BigInt(Math.floor(end))));
};
