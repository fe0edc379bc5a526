import type { StreamType, TokenType } from '@weir/api-contract/words';
import { P2SH32_DUST, type Network } from '@weir/covenants';
import type { RecurringTermsRecord } from '@weir/infra';
import type { VestingSchedule } from '@weir/vesting';
import { parseAmount } from '../../shared/amounts.js';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { parseNotice } from '../../shared/parse-notice.js';
import { invalidTime, parseReachable, parseTime } from '../../shared/parse-time.js';
import type { CreateStreamInput } from '../streams.types.js';
import { parseRecurring } from './recurring-terms.js';

const DAY = 86_400;
const DEFAULT_DURATION = 365 * DAY;
const DEFAULT_STEP = 30 * DAY;

/** The terms of a stream, defaults filled in. */
export interface StreamTerms {
  readonly tokenType: TokenType;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
  readonly streamType: StreamType;
  readonly schedule: VestingSchedule;
  readonly intervalSeconds: number | null;
  /** Null unless RECURRING. */
  readonly recurring: RecurringTermsRecord | null;
  readonly cancelable: boolean;
  /** Blocks; meaningful for a cancelable stream, and kept on the record of any. */
  readonly cancelNoticeBlocks: number;
}

const parseCliff = (given: number | undefined, start: bigint, end: bigint): bigint => {
  if (given === undefined || given === 0) return 0n;
  const cliff = parseTime(given, 'cliffTimestamp');
  if (cliff < start || cliff > end) throw invalidTime('cliffTimestamp', 'must lie within startTime and endTime', given);
  return cliff;
};

const parseStep = ({ streamType, intervalSeconds }: CreateStreamInput, duration: number): bigint => {
  if (streamType === 'LINEAR') return 0n;
  if (intervalSeconds === undefined) return BigInt(Math.min(DEFAULT_STEP, duration));
  if (!Number.isInteger(intervalSeconds) || intervalSeconds < 1)
    throw invalidTime('intervalSeconds', 'must be whole seconds, at least 1', intervalSeconds);
  if (intervalSeconds > duration)
    throw invalidTime('intervalSeconds', 'must not be longer than the stream', intervalSeconds);
  return BigInt(intervalSeconds);
};

const parseCancel = (
  input: CreateStreamInput,
  network: Network,
): Pick<StreamTerms, 'cancelable' | 'cancelNoticeBlocks'> => ({
  cancelable: input.cancelable ?? true,
  cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
});

/**
 * The start of a stream that names none: now. Where a RECURRING stream names its end and its interval, which must divide the
 * duration, the start is the nearest time to now for which it does: the second in which a request arrives must not matter.
 */
const defaultStart = ({ streamType, endTime, intervalSeconds }: CreateStreamInput, now: number): number => {
  if (streamType !== 'RECURRING' || endTime === undefined || intervalSeconds === undefined) return now;
  if (!Number.isSafeInteger(intervalSeconds) || intervalSeconds < 1 || endTime <= now) return now;
  return endTime - Math.max(1, Math.round((endTime - now) / intervalSeconds)) * intervalSeconds;
};

/**
 * Reads the terms of a stream and fills in the defaults: start now, 365 days, steps of 30 days, cancelable with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parseStreamTerms = (input: CreateStreamInput, now: number, network: Network): StreamTerms => {
  const asset = parseAsset(input);
  const total = parseAmount(input.totalAmount, 'totalAmount', asset.tokenType, P2SH32_DUST);
  const start = parseTime(input.startTime ?? defaultStart(input, now), 'startTime');
  const end = parseReachable(input.endTime ?? Number(start) + DEFAULT_DURATION, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(input.cliffTimestamp, start, end);
  if (input.streamType === 'RECURRING')
    return {
      ...asset,
      ...parseRecurring(input, { total, start, end }, asset.tokenType),
      ...parseCancel(input, network),
    };
  const step = parseStep(input, Number(end - start));
  const schedule = { total, start, end, cliff, step };
  assertSoundCliff(schedule, asset.tokenType === 'BCH' ? P2SH32_DUST : 1n, 'cliffTimestamp');
  return {
    ...asset,
    streamType: input.streamType,
    schedule,
    intervalSeconds: step === 0n ? null : Number(step),
    recurring: null,
    ...parseCancel(input, network),
  };
};
