import type { CreatePaymentInput } from '@weir/api-contract/words';
import {
  dateText,
  duePaydays,
  findPaydaysProblem,
  findPaydayTermsProblem,
  firstPaydayFrom,
  localDate,
  paydayAfter,
  type Paydays,
  paydaysFrom,
  paydayTime,
} from '@weir/calendar';
import { PAYDAY_MONTHS } from '@weir/kinds';
import { FUNDED_PERIODS } from '@weir/payments';
import { LOCAL_TIME_REFUSALS, parseLocalTime, refusedCalendar } from '../shared/parse-local-time.js';
import { invalidTime, parseTime } from '../shared/parse-time.js';
import { ServiceError } from '../shared/service-error.js';

/** Paydays as a request names them. */
export type CalendarInput = NonNullable<CreatePaymentInput['calendar']>;

const REFUSALS = {
  MONTHS_OUT_OF_RANGE: ['months', `must be one of ${PAYDAY_MONTHS.join(', ')}, and 1 with secondDay`],
  DAY_OUT_OF_RANGE: [
    'day',
    'must be from 1 to 31, and at most 27 with secondDay: February has 28 days, on the last of which the second payday may come',
  ],
  SECOND_DAY_OUT_OF_RANGE: ['secondDay', 'must be later than day, at most 31: 31 is the last day of each month'],
  ...LOCAL_TIME_REFUSALS,
} as const;

/**
 * Reads the days on which a payment is made. Each field has one meaning; what has two is refused, and both are named.
 *
 * @param now Unix seconds, for the offsets of a time zone that was named instead of one
 * @throws ServiceError INVALID_TIME
 */
export const parsePaydays = (input: CalendarInput, now: bigint): Paydays => {
  const { months, day, secondDay } = input;
  const paydays: Paydays = {
    months: BigInt(months),
    day: BigInt(day),
    ...(secondDay !== undefined && { secondDay: BigInt(secondDay) }),
    ...parseLocalTime(input, now),
  };
  const problem = findPaydayTermsProblem(paydays);
  if (problem === undefined) return paydays;
  const [name, why] = REFUSALS[problem];
  throw refusedCalendar(name, input[name] ?? null, why);
};

/** The paydays that are funded. */
export interface FundedPaydays {
  readonly paydays: Paydays;
  /** Number of the first one. */
  readonly first: bigint;
  readonly periods: bigint;
  /** Unix seconds. */
  readonly firstDue: bigint;
  /** When the payday after the last funded one comes. */
  readonly end: bigint;
}

/** From when to when paydays are asked for, Unix seconds. */
interface AskedSpan {
  readonly startDate: number;
  /** Null where nothing ends them. */
  readonly endDate: number | null;
}

/** What a request calls them, for errors. */
export type SpanNames = Readonly<Record<'start' | 'end', string>>;

/** The first of some paydays: its number, and when it comes. */
type FirstPayday = Pick<FundedPaydays, 'first' | 'firstDue'>;

/**
 * Finds the first payday at a start or later, in any month.
 *
 * @throws ServiceError INVALID_TIME
 */
export const firstPaydayAt = (paydays: Paydays, startDate: number, field: string): FirstPayday => {
  const first = firstPaydayFrom(paydays, parseTime(startDate, field));
  if (first === undefined) throw invalidTime(field, 'must be before the last payday, in January 2100', startDate);
  return { first, firstDue: paydayTime(paydays, first) };
};

/**
 * Counts the paydays up to an end.
 *
 * @throws ServiceError INVALID_TIME where it is before the first one
 */
export const countPaydaysUntil = (
  paydays: Paydays,
  { first, firstDue }: FirstPayday,
  endDate: number,
  field: string,
): bigint => {
  const unpaid = paydaysFrom(paydays, first);
  const count = duePaydays({ paydays, next: first, unpaid }, parseTime(endDate, field));
  if (count > 0n) return count;
  const on = dateText(localDate(firstDue, paydays.utcOffset));
  throw invalidTime(field, `must not be before the first payday, ${on} (${firstDue.toString()})`, endDate);
};

/**
 * Plans the paydays that are funded: 12, fewer where they end before. The first one is at the start or later, in any month.
 *
 * @throws ServiceError INVALID_TIME
 */
export const fundedPaydays = (paydays: Paydays, { startDate, endDate }: AskedSpan, field: SpanNames): FundedPaydays => {
  const { first, firstDue } = firstPaydayAt(paydays, startDate, field.start);
  const count = endDate === null ? FUNDED_PERIODS : countPaydaysUntil(paydays, { first, firstDue }, endDate, field.end);
  const periods = count < FUNDED_PERIODS ? count : FUNDED_PERIODS;
  if (findPaydaysProblem(paydays, first, periods) !== undefined)
    throw invalidTime(
      field.start,
      `puts the last payday after January 2100, from when on a contract counts a day wrong: set an earlier ${field.end}`,
      startDate,
    );
  return { paydays, first, periods, firstDue, end: paydayAfter(paydays, first, periods) };
};

/** Makes the refusal of an interval beside paydays. */
export const intervalAndCalendar = (): ServiceError =>
  new ServiceError(
    'INVALID_REQUEST',
    'interval and calendar each say when periods fall due: send one. interval MONTHLY is every 30 days; calendar with months 1 is the same day of each month',
    { field: 'calendar', problem: 'INTERVAL_AND_CALENDAR' },
  );

/** Makes the refusal of a request that does not say when periods fall due. */
export const noPeriods = (): ServiceError =>
  new ServiceError('INVALID_REQUEST', 'interval or calendar is required: it says when periods fall due', {
    field: 'interval',
    problem: 'NO_PERIODS',
  });
