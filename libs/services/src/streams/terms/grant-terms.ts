import type { ErrorCode, TokenType } from '@weir/api-contract/words';
import { type CalendarGrant, findGrantProblem, type GrantProblem, installmentTime, vestedAfter } from '@weir/calendar';
import { type Network, P2SH32_DUST } from '@weir/covenants';
import { type Allocation, grantDefaults, leastPaidOf } from '@weir/kinds';
import { describeAmount, parseAmount } from '../../shared/amounts.js';
import { grantOfColumns } from '../../shared/dated-columns.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { LOCAL_TIME_REFUSALS, parseLocalTime } from '../../shared/parse-local-time.js';
import { parseNotice } from '../../shared/parse-notice.js';
import { parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';

type GrantCalendar = NonNullable<CreateStreamInput['calendar']>;
type GrantInput = CreateStreamInput & { readonly calendar: GrantCalendar };

const misplaced = (field: string, why: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `${field} ${why}`, { field });

/** Fields that a stream by the calendar says otherwise, and how. */
const INSTEAD = {
  tranches: 'must be omitted with calendar: they are dates and amounts of their own',
  endTime: 'must be omitted with calendar: installments says how many days of the month vest a part',
  cliffTimestamp:
    'must be omitted with calendar: it is a moment, and cliffInstallment is the number of the installment with which all earlier ones vest',
  intervalSeconds:
    'must be omitted with calendar: it is a fixed length, and calendar.months counts months, which differ',
} as const;

/** @throws ServiceError INVALID_REQUEST for a field that says the same otherwise, or another kind of stream */
const assertByCalendar = (input: GrantInput): number => {
  if (input.streamType !== 'STEP')
    throw misplaced('streamType', 'must be STEP with calendar: it vests in installments, one on each day');
  for (const [field, why] of Object.entries(INSTEAD))
    if (input[field as keyof typeof INSTEAD] !== undefined) throw misplaced(field, why);
  if (input.installments === undefined)
    throw misplaced('installments', 'is required with calendar: it says how many days of the month vest a part');
  return input.installments;
};

/** What a request calls the rest of a grant, and its start. */
interface GrantNames {
  readonly total: string;
  readonly start: string;
}

type Refusal = readonly [code: ErrorCode, field: string | ((names: GrantNames) => string), why: string];

const ofCalendar = ([name, why]: readonly [name: string, why: string]): Refusal => [
  'INVALID_TIME',
  `calendar.${name}`,
  why,
];

const REFUSALS: Readonly<Record<GrantProblem, Refusal>> = {
  MONTHS_OUT_OF_RANGE: ['INVALID_TIME', 'calendar.months', 'must be from 1 to 12'],
  DAY_OUT_OF_RANGE: ['INVALID_TIME', 'calendar.day', 'must be from 1 to 31: 31 is the last day of each month'],
  TIME_OUT_OF_RANGE: ofCalendar(LOCAL_TIME_REFUSALS.TIME_OUT_OF_RANGE),
  UTC_OFFSET_OUT_OF_RANGE: ofCalendar(LOCAL_TIME_REFUSALS.UTC_OFFSET_OUT_OF_RANGE),
  FIRST_OUT_OF_RANGE: [
    'INVALID_TIME',
    ({ start }) => start,
    'puts the first installment before March 1999 or after January 2100',
  ],
  INSTALLMENTS_OUT_OF_RANGE: ['INVALID_TIME', 'installments', 'must be at least 1'],
  LAST_AFTER_JANUARY_2100: [
    'INVALID_TIME',
    'installments',
    'puts the last installment after January 2100, from when on a contract counts a day wrong',
  ],
  CLIFF_OUT_OF_RANGE: ['INVALID_TIME', 'cliffInstallment', 'must be from 1 to installments'],
  TOTAL_OUT_OF_RANGE: ['INVALID_AMOUNT', ({ total }) => total, 'is too small to be paid out'],
  CLIFF_LEAVES_TOO_LITTLE: [
    'SCHEDULE_UNSOUND',
    'cliffInstallment',
    'leaves less than can be paid out: 0.00000576 BCH, or one unit of a token',
  ],
  RELEASED_NOT_VESTED: ['INVALID_AMOUNT', 'releasedAmount', 'is the vested amount of no installment'],
};

/** Returns the vested amounts around one that no installment vests, in words. */
const nearestTo = (grant: CalendarGrant, released: bigint, show: (amount: bigint) => string): string => {
  let [below, above] = [0n, grant.total];
  for (let done = grant.cliff; done <= grant.installments; done += 1n) {
    const vested = vestedAfter(grant, done);
    if (vested <= released) below = vested;
    else {
      above = vested;
      break;
    }
  }
  return `: the nearest are ${show(below)} and ${show(above)}`;
};

const refusalOf = (
  problem: GrantProblem,
  grant: CalendarGrant,
  released: bigint,
  tokenType: TokenType,
  names: GrantNames,
): ServiceError => {
  const [code, name, why] = REFUSALS[problem];
  const field = typeof name === 'string' ? name : name(names);
  const near =
    problem === 'RELEASED_NOT_VESTED' ? nearestTo(grant, released, (amount) => describeAmount(amount, tokenType)) : '';
  return new ServiceError(code, `${field} ${why}${near}`, { field, problem });
};

const parseReleased = (given: CreateStreamInput['releasedAmount'], tokenType: TokenType): bigint =>
  given === undefined || given === 0 || given === '0' ? 0n : parseAmount(given, 'releasedAmount', tokenType, 1n);

/** Installments as a request names them. */
interface InstallmentsInput {
  /** What is funded: the rest of the grant. */
  readonly total: bigint;
  /** Unix seconds. */
  readonly start: number;
  readonly calendar: GrantCalendar;
  readonly installments: number;
  readonly cliffInstallment: number;
  readonly allocation: Allocation;
  readonly releasedAmount: CreateStreamInput['releasedAmount'];
}

/**
 * Reads the installments of a grant: the first one is so many months after the month of the start.
 *
 * @param now Unix seconds, for the offsets of a time zone that was named instead of one
 * @returns columns
 * @throws ServiceError INVALID_REQUEST, INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND
 */
export const parseInstallments = (
  { total, start, calendar, installments, cliffInstallment, allocation, releasedAmount }: InstallmentsInput,
  tokenType: TokenType,
  now: bigint,
  names: GrantNames,
) => {
  const released = parseReleased(releasedAmount, tokenType);
  if (tokenType === 'BCH' && allocation !== 'CUMULATIVE_ROUND_DOWN')
    throw misplaced(
      'allocation',
      'must be CUMULATIVE_ROUND_DOWN of BCH: other divisions match cap tables, which count shares',
    );
  parseTime(start, names.start);
  const { months, day } = calendar;
  const { time, utcOffset } = parseLocalTime(calendar, now);
  const columns = {
    totalAmount: total,
    startTime: start,
    calendar: { months, day, secondDay: null, time: Number(time), utcOffset: Number(utcOffset) },
    grant: { installments, cliff: cliffInstallment, allocation, released },
  };
  const grant = grantOfColumns(columns);
  const problem = findGrantProblem(grant, { least: leastPaidOf(tokenType), released });
  if (problem !== undefined) throw refusalOf(problem, grant, released, tokenType, names);
  const timeOf = (number: bigint): number => Number(installmentTime(grant, number));
  return {
    ...columns,
    endTime: timeOf(grant.installments),
    cliffTimestamp: cliffInstallment > 1 ? timeOf(grant.cliff) : null,
  };
};

/**
 * Reads the terms of a stream that vests by the calendar.
 *
 * @param now Unix seconds
 * @throws ServiceError INVALID_REQUEST, INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND
 */
export const parseGrantTerms = (input: GrantInput, now: number, network: Network) => {
  const installments = assertByCalendar(input);
  const defaults = grantDefaults(input, { now, network });
  const { startTime, cliffInstallment, allocation, cancelable, cancelNoticeBlocks } = defaults;
  const asset = parseAsset(input);
  const { tokenType } = asset;
  const total = parseAmount(input.totalAmount, 'totalAmount', tokenType, P2SH32_DUST);
  const { calendar, releasedAmount } = input;
  const terms = { total, start: startTime, calendar, installments, cliffInstallment, allocation, releasedAmount };
  const names = { total: 'totalAmount', start: 'startTime' };
  return {
    ...asset,
    ...parseInstallments(terms, tokenType, BigInt(now), names),
    streamType: 'STEP' as const,
    intervalSeconds: null,
    recurring: null,
    cancelable,
    cancelNoticeBlocks: parseNotice(cancelNoticeBlocks, network),
  };
};
