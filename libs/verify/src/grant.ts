import { type CalendarGrant, findGrantProblem, firstMonthAfter, installmentTime } from '@weir/calendar';
import { leastCalendarPayment } from '@weir/covenants';
import type { Allocation } from '@weir/kinds';
import { Difference } from './difference.js';
import type { OpenedSchedule } from './effects.types.js';
import { type NamedDays, readNamedTime } from './named-time.js';

type GrantSchedule = Extract<OpenedSchedule, { readonly kind: 'GRANT' }>;

/** Days on which a grant vests, as requests and answers of the service name them. */
export type NamedInstallments = NamedDays;

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
  const numbers = [calendar.months, calendar.day, named.installments, named.cliffInstallment, start];
  const { time, utcOffset } = readNamedTime(calendar, numbers, 'No grant vests');
  const months = BigInt(calendar.months);
  const grant: CalendarGrant = {
    total: released + total,
    months,
    day: BigInt(calendar.day),
    time,
    utcOffset,
    firstMonth: firstMonthAfter(BigInt(start), { months, utcOffset }),
    installments: BigInt(named.installments),
    cliff: BigInt(named.cliffInstallment),
    allocation,
  };
  const least = leastCalendarPayment(asset === undefined ? 'GRANT_BCH' : 'GRANT_TOKEN');
  const problem = findGrantProblem(grant, { least, released });
  if (problem !== undefined) throw new Difference('REQUEST_MALFORMED', `No grant has these terms: ${problem}`);
  return scheduleOfGrant(grant, released);
};
