import {
  type CalendarGrant,
  findGrantProblem,
  installmentTime,
  localDate,
  monthNumber,
  readTimeOfDay,
  readUtcOffset,
} from '@weir/calendar';
import { leastCalendarPayment } from '@weir/covenants';
import type { Allocation } from '@weir/kinds';
import { Difference } from './difference.js';
import type { OpenedSchedule } from './effects.types.js';

type GrantSchedule = Extract<OpenedSchedule, { readonly kind: 'GRANT' }>;

/** Days on which a grant vests, as requests and answers of the service name them. */
export interface NamedInstallments {
  readonly months: number;
  readonly day: number;
  /** As in 09:00. */
  readonly time: string;
  /** As in +01:00. */
  readonly utcOffset: string;
}

/** A grant that vests by the calendar. Amounts in units of the asset. */
export interface NamedGrant {
  readonly calendar: NamedInstallments;
  /** Unix seconds: the first installment vests `months` months after the month of this time. */
  readonly start: number;
  readonly installments: number;
  readonly cliffInstallment: number;
  readonly allocation: Allocation;
  /** What was paid elsewhere before. */
  readonly released: bigint;
  /** What the stream pays. */
  readonly total: bigint;
}

/** Describes when a grant vests, as its funding says it. */
export const scheduleOfGrant = (grant: CalendarGrant, released: bigint): GrantSchedule => ({
  kind: 'GRANT',
  firstDue: installmentTime(grant, grant.cliff),
  lastDue: installmentTime(grant, grant.installments),
  months: grant.months,
  day: grant.day,
  time: grant.time,
  utcOffset: grant.utcOffset,
  installments: Number(grant.installments),
  cliff: Number(grant.cliff),
  allocation: grant.allocation,
  released,
});

/**
 * Returns when a grant vests, as its funding says it.
 *
 * @param asset category of its token; undefined in BCH
 * @throws Difference REQUEST_MALFORMED for terms that no contract has
 */
export const grantSchedule = (named: NamedGrant, asset: string | undefined): GrantSchedule => {
  const { calendar, start, allocation, released, total } = named;
  const [time, utcOffset] = [readTimeOfDay(calendar.time), readUtcOffset(calendar.utcOffset)];
  const numbers = [calendar.months, calendar.day, named.installments, named.cliffInstallment, start];
  if (time === undefined || utcOffset === undefined || !numbers.every(Number.isInteger))
    throw new Difference('REQUEST_MALFORMED', `No grant vests at ${calendar.time} (UTC${calendar.utcOffset})`);
  const months = BigInt(calendar.months);
  const grant: CalendarGrant = {
    total: released + total,
    months,
    day: BigInt(calendar.day),
    time,
    utcOffset,
    firstMonth: monthNumber(localDate(BigInt(start), utcOffset)) + months,
    installments: BigInt(named.installments),
    cliff: BigInt(named.cliffInstallment),
    allocation,
  };
  const least = leastCalendarPayment(asset === undefined ? 'GRANT_BCH' : 'GRANT_TOKEN');
  const problem = findGrantProblem(grant, { least, released });
  if (problem !== undefined) throw new Difference('REQUEST_MALFORMED', `No grant has these terms: ${problem}`);
  return scheduleOfGrant(grant, released);
};
