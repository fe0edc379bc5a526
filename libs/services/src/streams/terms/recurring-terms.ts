import type { TokenType } from '@weir/api-contract/words';
import { P2SH32_DUST } from '@weir/covenants';
import type { RecurringTermsRecord } from '@weir/infra';
import { recurringPlan, type RecurringProblem } from '@weir/payments';
import type { VestingSchedule } from '@weir/vesting';
import { invalidTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';

interface Span {
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
}

/** The terms that only a RECURRING stream has. */
export interface RecurringStreamTerms {
  readonly streamType: 'RECURRING';
  readonly schedule: VestingSchedule;
  readonly intervalSeconds: number;
  readonly recurring: RecurringTermsRecord;
}

/** How many intervals a contract can count. */
const MAX_PERIODS = 32_767n;

const tooLittle = (given: number | string): ServiceError =>
  new ServiceError(
    'INVALID_AMOUNT',
    'totalAmount is too little for its intervals: each must pay at least 0.00000576 BCH, or one unit of a token',
    {
      field: 'totalAmount',
      given,
    },
  );

const refusalOf = (problem: RecurringProblem, { intervalSeconds, totalAmount }: CreateStreamInput): ServiceError => {
  switch (problem) {
    case 'INTERVAL_NOT_DIVIDING_DURATION':
      return invalidTime(
        'intervalSeconds',
        'must divide the duration of a RECURRING stream without a rest',
        intervalSeconds ?? 0,
      );
    case 'INTERVAL_OUT_OF_RANGE':
      return invalidTime(
        'intervalSeconds',
        'must be whole seconds, at least 1 and not longer than the stream',
        intervalSeconds ?? 0,
      );
    default:
      return tooLittle(totalAmount);
  }
};

/**
 * Reads the terms of a RECURRING stream: equal parts, one due at the end of each interval, the last one with the remainder.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME
 */
export const parseRecurring = (input: CreateStreamInput, span: Span, tokenType: TokenType): RecurringStreamTerms => {
  const { cliffTimestamp, intervalSeconds } = input;
  if (cliffTimestamp !== undefined && cliffTimestamp !== 0) {
    throw invalidTime(
      'cliffTimestamp',
      'has no meaning for a RECURRING stream: start it later instead',
      cliffTimestamp,
    );
  }
  if (intervalSeconds !== undefined && !Number.isInteger(intervalSeconds))
    throw invalidTime('intervalSeconds', 'must be whole seconds', intervalSeconds);
  const derived = recurringPlan({
    ...span,
    interval: intervalSeconds === undefined ? undefined : BigInt(intervalSeconds),
  });
  if ('problem' in derived) throw refusalOf(derived.problem, input);
  const { amountPerPeriod, periods, interval, firstDue } = derived.plan;
  if (tokenType === 'BCH' && amountPerPeriod < P2SH32_DUST) throw tooLittle(input.totalAmount);
  if (periods > MAX_PERIODS)
    throw invalidTime('intervalSeconds', `makes more than ${MAX_PERIODS.toString()} intervals`, Number(interval));
  return {
    streamType: 'RECURRING',
    schedule: { ...span, cliff: 0n, step: interval },
    intervalSeconds: Number(interval),
    recurring: { firstDue: Number(firstDue), periods: Number(periods), amountPerPeriod, pausable: false },
  };
};
