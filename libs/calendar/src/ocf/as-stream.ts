import { ALLOCATIONS, type Allocation, MAX_TRANCHES } from '@weir/kinds';
import { allocatedAmount } from '../allocation.js';
import { type CalendarDate, daysInMonth } from '../calendar-date.js';
import { type CalendarGrant, findGrantProblem, installmentsOf } from '../installments.js';
import { type LocalTime, SECONDS_OF_DAY } from '../local-time.js';
import { monthNumber } from '../month-number.js';
import { findTranchesProblem, type Tranche, type TranchesProblem } from '../tranches.js';
import { refuseBy } from './refusal.js';
import { type Sentence, sentence } from './sentence.js';

/** A vesting schedule in seconds, as streams that vest in equal steps have it. Times are Unix seconds. */
export interface StepSchedule {
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
  /** 0 for none. */
  readonly cliff: bigint;
  readonly step: bigint;
}

/** The stream that a grant becomes. */
export type ImportedStream =
  /** Installments by the calendar. */
  | { readonly kind: 'CALENDAR'; readonly grant: CalendarGrant }
  /** Equal steps of whole days. */
  | { readonly kind: 'STEP'; readonly schedule: StepSchedule }
  /** A list of dates and amounts. */
  | { readonly kind: 'TRANCHES'; readonly tranches: readonly Tranche[] };

/** A date of a grant, and what vests on it in base units, above 0. */
export interface DatedAmount {
  readonly date: CalendarDate;
  readonly amount: bigint;
}

/** What streams of an import can be. */
export interface StreamLimits extends LocalTime {
  /** The smallest payment: 576 satoshis in BCH, 1 unit of a token. */
  readonly least: bigint;
  /** Allocations that the contract offers. */
  readonly allocations: readonly Allocation[];
}

/** The most installments before the first date that are tried: ten years of months. */
const MAX_CLIFF = 120n;

const sum = (amounts: readonly DatedAmount[]): bigint => amounts.reduce((all, { amount }) => all + amount, 0n);

/** Returns what all differences are, if they are the same. */
const commonDifference = (values: readonly bigint[]): bigint | undefined => {
  const [first = 0n, second] = values;
  if (second === undefined) return undefined;
  const difference = second - first;
  return values.every((value, place) => value === first + BigInt(place) * difference) ? difference : undefined;
};

const isSame = (grant: CalendarGrant, dates: readonly DatedAmount[]): boolean => {
  const installments = installmentsOf(grant);
  return (
    installments.length === dates.length &&
    installments.every(({ date, amount }, place) => {
      const expected = dates[place];
      return (
        expected !== undefined &&
        amount === expected.amount &&
        date.day === expected.date.day &&
        date.month === expected.date.month &&
        date.year === expected.date.year
      );
    })
  );
};

/** Returns the day of the month that all dates have, or its last day in shorter months. */
const commonDay = (dates: readonly DatedAmount[]): bigint | undefined => {
  const day = Math.max(...dates.map(({ date }) => date.day));
  const fits = dates.every(({ date }) => date.day === Math.min(day, daysInMonth(date.year, date.month)));
  return fits ? BigInt(day) : undefined;
};

const asCalendar = (dates: readonly DatedAmount[], limits: StreamLimits): ImportedStream | undefined => {
  const [first] = dates;
  const day = commonDay(dates);
  const months = commonDifference(dates.map(({ date }) => monthNumber(date)));
  if (first === undefined || day === undefined || months === undefined || months < 1n || months > 12n) return undefined;
  const total = sum(dates);
  for (const allocation of limits.allocations)
    for (let cliff = 1n; cliff <= MAX_CLIFF; cliff += 1n) {
      const firstMonth = monthNumber(first.date) - (cliff - 1n) * months;
      const installments = BigInt(dates.length) + cliff - 1n;
      if (firstMonth < 0n) break;
      if (allocatedAmount(allocation, total, cliff, installments) !== first.amount) continue;
      const { time, utcOffset } = limits;
      const grant = { total, months, day, firstMonth, installments, cliff, allocation, time, utcOffset };
      if (findGrantProblem(grant, limits) === undefined && isSame(grant, dates)) return { kind: 'CALENDAR', grant };
    }
  return undefined;
};

/** Returns when a date comes at the local time of an import, Unix seconds. */
export const timeOfDate = ({ year, month, day }: CalendarDate, local: LocalTime): bigint =>
  BigInt(Date.UTC(year, month - 1, day) / 1_000) + local.time - local.utcOffset;

const asSteps = (dates: readonly DatedAmount[], limits: StreamLimits): ImportedStream | undefined => {
  const times = dates.map(({ date }) => timeOfDate(date, limits));
  const step = commonDifference(times);
  const [first] = times;
  if (first === undefined || step === undefined || step % SECONDS_OF_DAY !== 0n) return undefined;
  const total = sum(dates);
  const share = (done: bigint, count: bigint): bigint => allocatedAmount('CUMULATIVE_ROUND_DOWN', total, done, count);
  for (let cliff = 1n; cliff <= MAX_CLIFF; cliff += 1n) {
    const count = BigInt(dates.length) + cliff - 1n;
    const fits = dates.every(({ amount }, place) => {
      const done = cliff + BigInt(place);
      return amount === share(done, count) - (place === 0 ? 0n : share(done - 1n, count));
    });
    const left = total - share(cliff, count);
    if (!fits || (left !== 0n && left < limits.least)) continue;
    const start = first - step * cliff;
    const schedule = { total, start, end: start + step * count, cliff: cliff === 1n ? 0n : first, step };
    return { kind: 'STEP', schedule };
  }
  return undefined;
};

const PROBLEMS: Readonly<Record<TranchesProblem['code'], (number: number) => Sentence>> = {
  NO_TRANCHES: () => sentence('The grant vests nothing.'),
  TOO_MANY_TRANCHES: () =>
    sentence(
      'The grant has more than {most} dates and amounts that do not follow a schedule. At most {most} can be imported.',
      { most: MAX_TRANCHES },
    ),
  TOTAL_OUT_OF_RANGE: () => sentence('The grant is larger than a contract can hold.'),
  DATE_OUT_OF_RANGE: (number) =>
    sentence('Date {number} of the grant is outside of the dates that a contract can pay at.', { number }),
  DATE_NOT_ASCENDING: (number) => sentence('Date {number} of the grant is not later than the one before.', { number }),
  AMOUNT_TOO_SMALL: (number) =>
    sentence('Amount {number} of the grant is smaller than the smallest payment.', { number }),
};

/**
 * Returns the stream that pays exactly these amounts on exactly these dates: by the calendar, else in steps, else as a list.
 *
 * @param dates ascending
 * @param preferred the allocation of the file, tried before the others
 * @throws Refusal where no contract can
 */
export const asStream = (
  dates: readonly DatedAmount[],
  preferred: Allocation | undefined,
  limits: StreamLimits,
): ImportedStream => {
  const allocations = ALLOCATIONS.filter((each) => limits.allocations.includes(each)).toSorted(
    (one, other) => Number(other === preferred) - Number(one === preferred),
  );
  const found = asCalendar(dates, { ...limits, allocations }) ?? asSteps(dates, limits);
  if (found !== undefined) return found;
  const tranches = dates.map(({ date, amount }) => ({ at: timeOfDate(date, limits), amount }));
  const problem = findTranchesProblem(tranches, limits.least);
  return problem === undefined ? { kind: 'TRANCHES', tranches } : refuseBy(PROBLEMS[problem.code](problem.tranche));
};

/** Returns what a stream pays and when, by the functions of its contract: Unix seconds, base units. */
export const paymentsOf = (stream: ImportedStream): readonly Tranche[] => {
  switch (stream.kind) {
    case 'CALENDAR':
      return installmentsOf(stream.grant).filter(({ amount }) => amount > 0n);
    case 'TRANCHES':
      return stream.tranches;
    case 'STEP': {
      const { total, start, end, cliff, step } = stream.schedule;
      const count = (end - start) / step;
      const first = cliff === 0n ? 1n : (cliff - start) / step;
      return Array.from({ length: Number(count - first) + 1 }, (_, place) => {
        const done = first + BigInt(place);
        const before = place === 0 ? 0n : (total * (done - 1n)) / count;
        return { at: start + step * done, amount: (total * done) / count - before };
      }).filter(({ amount }) => amount > 0n);
    }
  }
};
