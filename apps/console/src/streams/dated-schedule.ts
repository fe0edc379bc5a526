import {
  type CalendarGrant,
  firstMonthAfter,
  installmentsOf,
  readTimeOfDay,
  readUtcOffset,
  vestedAfter,
} from '@weir/calendar';
import type { Stream } from '@weir/client';

/** What says the dates of a stream, or of the preview of one. */
export type DatedTerms = Pick<
  Stream,
  'start_time' | 'calendar' | 'tranches' | 'total_amount_base' | 'vested_amount_base' | 'withdrawn_amount_base'
> & { readonly status?: Stream['status'] };

/** A date on which more vests, and what becomes of its amount. */
export interface VestingDate {
  /** From 1. */
  readonly number: number;
  /** Unix seconds. */
  readonly at: number;
  /** Base units. */
  readonly amount: bigint;
  readonly state: 'elsewhere' | 'paid' | 'due' | 'coming' | 'returned';
}

const grantOf = (
  { start_time: start, total_amount_base: total }: DatedTerms,
  calendar: NonNullable<DatedTerms['calendar']>,
): CalendarGrant => {
  const [months, utcOffset] = [BigInt(calendar.months), readUtcOffset(calendar.utcOffset) ?? 0n];
  return {
    total: total + calendar.releasedBase,
    months,
    day: BigInt(calendar.day),
    time: readTimeOfDay(calendar.time) ?? 0n,
    utcOffset,
    firstMonth: firstMonthAfter(BigInt(start), { months, utcOffset }),
    installments: BigInt(calendar.installments),
    cliff: BigInt(calendar.cliffInstallment),
    allocation: calendar.allocation,
  };
};

/** The dates, and what has vested with each of them and all before, what was paid elsewhere included. */
const datesOf = (
  stream: DatedTerms,
): readonly { readonly at: number; readonly amount: bigint; readonly vested: bigint }[] => {
  if (stream.tranches !== null) {
    let vested = 0n;
    return stream.tranches.map(({ time, amountBase: amount }) => ({ at: time, amount, vested: (vested += amount) }));
  }
  if (stream.calendar === null) return [];
  const grant = grantOf(stream, stream.calendar);
  return installmentsOf(grant).map(({ number, at, amount }) => ({
    at: Number(at),
    amount,
    vested: vestedAfter(grant, number),
  }));
};

/** Returns the dates of a stream by the calendar or of tranches, in their order; none of one by seconds. */
export const vestingDates = (stream: DatedTerms): readonly VestingDate[] => {
  const { status, vested_amount_base: vested, withdrawn_amount_base: paid, calendar } = stream;
  const elsewhere = calendar?.releasedBase ?? 0n;
  const isFunded = status !== undefined && status !== 'PENDING';
  const stateOf = (by: bigint): VestingDate['state'] => {
    if (by <= elsewhere) return 'elsewhere';
    if (!isFunded) return 'coming';
    if (by - elsewhere <= paid) return 'paid';
    if (by - elsewhere <= vested) return 'due';
    return status === 'CANCELLED' ? 'returned' : 'coming';
  };
  return datesOf(stream).map(({ at, amount, vested: by }, place) => ({
    number: place + 1,
    at,
    amount,
    state: stateOf(by),
  }));
};

/** Returns the next date of a funded stream on which more vests; undefined where none comes. */
export const nextVesting = (stream: DatedTerms): VestingDate | undefined =>
  stream.status === 'ACTIVE' ? vestingDates(stream).find(({ state }) => state === 'coming') : undefined;
