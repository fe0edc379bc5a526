import type { ErrorCode, TokenType } from '@weir/api-contract/words';
import { type CalendarGrant, findGrantProblem, type GrantProblem, installmentTime, vestedAfter } from '@weir/calendar';
import { type Network, P2SH32_DUST } from '@weir/covenants';
import { grantDefaults, leastPaidOf } from '@weir/kinds';
import { describeAmount, parseAmount } from '../../shared/amounts.js';
import { grantOfColumns } from '../../shared/dated-columns.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { LOCAL_TIME_REFUSALS, parseLocalTime } from '../../shared/parse-local-time.js';
import { parseNotice } from '../../shared/parse-notice.js';
import { parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';

type GrantInput = CreateStreamInput & { readonly calendar: NonNullable<CreateStreamInput['calendar']> };

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

type Refusal = readonly [code: ErrorCode, field: string, why: string];

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
    'startTime',
    'puts the first installment before March 1999 or after January 2100',
  ],
  INSTALLMENTS_OUT_OF_RANGE: ['INVALID_TIME', 'installments', 'must be at least 1'],
  LAST_AFTER_JANUARY_2100: [
    'INVALID_TIME',
    'installments',
    'puts the last installment after January 2100, from when on a contract counts a day wrong',
  ],
  CLIFF_OUT_OF_RANGE: ['INVALID_TIME', 'cliffInstallment', 'must be from 1 to installments'],
  TOTAL_OUT_OF_RANGE: ['INVALID_AMOUNT', 'totalAmount', 'is too small to be paid out'],
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
): ServiceError => {
  const [code, field, why] = REFUSALS[problem];
  const near =
    problem === 'RELEASED_NOT_VESTED' ? nearestTo(grant, released, (amount) => describeAmount(amount, tokenType)) : '';
  return new ServiceError(code, `${field} ${why}${near}`, { field, problem });
};

const parseReleased = (given: CreateStreamInput['releasedAmount'], tokenType: TokenType): bigint =>
  given === undefined || given === 0 || given === '0' ? 0n : parseAmount(given, 'releasedAmount', tokenType, 1n);

/**
 * Reads the terms of a stream that vests by the calendar: the first installment is so many months after the month of the start.
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
  const least = leastPaidOf(tokenType);
  const totalAmount = parseAmount(input.totalAmount, 'totalAmount', tokenType, P2SH32_DUST);
  const released = parseReleased(input.releasedAmount, tokenType);
  if (tokenType === 'BCH' && allocation !== 'CUMULATIVE_ROUND_DOWN')
    throw misplaced(
      'allocation',
      'must be CUMULATIVE_ROUND_DOWN of BCH: other divisions match cap tables, which count shares',
    );
  parseTime(startTime, 'startTime');
  const { months, day } = input.calendar;
  const { time, utcOffset } = parseLocalTime(input.calendar, BigInt(now));
  const columns = {
    totalAmount,
    startTime,
    calendar: { months, day, secondDay: null, time: Number(time), utcOffset: Number(utcOffset) },
    grant: { installments, cliff: cliffInstallment, allocation, released },
  };
  const grant = grantOfColumns(columns);
  const problem = findGrantProblem(grant, { least, released });
  if (problem !== undefined) throw refusalOf(problem, grant, released, tokenType);
  const timeOf = (number: bigint): number => Number(installmentTime(grant, number));
  return {
    ...asset,
    ...columns,
    streamType: 'STEP' as const,
    endTime: timeOf(grant.installments),
    cliffTimestamp: cliffInstallment > 1 ? timeOf(grant.cliff) : null,
    intervalSeconds: null,
    recurring: null,
    cancelable,
    cancelNoticeBlocks: parseNotice(cancelNoticeBlocks, network),
  };
};
