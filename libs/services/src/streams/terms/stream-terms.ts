import type { TokenType } from '@weir/api-contract/words';
import { type Network, P2SH32_DUST } from '@weir/covenants';
import { leastPaidOf, MAX_PERIODS, streamDefaults } from '@weir/kinds';
import { recurringPlan, type RecurringProblem } from '@weir/payments';
import { parseAmount } from '../../shared/amounts.js';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { parseNotice } from '../../shared/parse-notice.js';
import { invalidTime, parseCliff, parseReachable, parseTime, TIME_FIELDS } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';

interface Span {
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
}

const tooLittle = (given: number | string): ServiceError =>
  new ServiceError(
    'INVALID_AMOUNT',
    'totalAmount is too small for its intervals: each must pay at least 0.00000576 BCH, or one unit of a token',
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
        'must divide the duration of a RECURRING stream evenly',
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
const parseRecurring = (input: CreateStreamInput, span: Span, tokenType: TokenType) => {
  const { cliffTimestamp, intervalSeconds } = input;
  if (cliffTimestamp !== undefined && cliffTimestamp !== 0) {
    throw invalidTime(
      'cliffTimestamp',
      'must be omitted for a RECURRING stream: set a later startTime instead',
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
  if (periods > BigInt(MAX_PERIODS))
    throw invalidTime('intervalSeconds', `makes more than ${MAX_PERIODS} intervals`, Number(interval));
  return {
    streamType: 'RECURRING' as const,
    schedule: { ...span, cliff: 0n, step: interval },
    intervalSeconds: Number(interval),
    recurring: { firstDue: Number(firstDue), periods: Number(periods), amountPerPeriod, pausable: false },
  };
};

const parseStep = ({ streamType, intervalSeconds = 0 }: CreateStreamInput, duration: number): bigint => {
  if (streamType === 'LINEAR') return 0n;
  if (!Number.isInteger(intervalSeconds) || intervalSeconds < 1)
    throw invalidTime('intervalSeconds', 'must be whole seconds, at least 1', intervalSeconds);
  if (intervalSeconds > duration)
    throw invalidTime('intervalSeconds', 'must not be longer than the stream', intervalSeconds);
  return BigInt(intervalSeconds);
};

const parseCancel = (input: ReturnType<typeof streamDefaults>, network: Network) => ({
  cancelable: input.cancelable,
  cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
});

/**
 * Reads the terms of a stream and fills in the defaults: start now, 365 days, steps of 30 days, cancelable with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parseStreamTerms = (given: CreateStreamInput, now: number, network: Network) => {
  const times = streamDefaults(given, { now, network });
  const input = { ...given, ...times };
  const asset = parseAsset(input);
  const total = parseAmount(input.totalAmount, 'totalAmount', asset.tokenType, P2SH32_DUST);
  const start = parseTime(times.startTime, 'startTime');
  const end = parseReachable(times.endTime, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(input.cliffTimestamp, [start, end], TIME_FIELDS) ?? 0n;
  if (input.streamType === 'RECURRING')
    return {
      ...asset,
      ...parseRecurring(input, { total, start, end }, asset.tokenType),
      ...parseCancel(input, network),
    };
  const step = parseStep(input, Number(end - start));
  const schedule = { total, start, end, cliff, step };
  assertSoundCliff(schedule, leastPaidOf(asset.tokenType), 'cliffTimestamp');
  return {
    ...asset,
    streamType: input.streamType,
    schedule,
    intervalSeconds: step === 0n ? null : Number(step),
    recurring: null,
    ...parseCancel(input, network),
  };
};
