import { MAX_TIME, MIN_TIME } from '@weir/vesting';
import type { VestingSchedule } from '@weir/vesting';
import { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS } from '@weir/covenants';
import type { Network } from '@weir/covenants';
import { parseBchAmount } from '../shared/bch-amount.js';
import { ServiceError } from '../shared/service-error.js';
import type { CreateStreamInput, StreamType } from './streams.types.js';

const DAY = 86_400;
const DEFAULT_DURATION = 365 * DAY;
const DEFAULT_STEP = 30 * DAY;
const DEFAULT_NOTICE = 36;
const DEVNET_NOTICE = 6;

/** What the parties agree on, defaults filled in. */
export interface StreamTerms {
  readonly streamType: StreamType;
  readonly schedule: VestingSchedule;
  readonly intervalSeconds: number | null;
  readonly cancelable: boolean;
  /** Blocks; meaningful for a cancelable stream, and kept on the record of any. */
  readonly cancelNoticeBlocks: number;
}

const invalidTime = (field: string, why: string, given: number): ServiceError =>
  new ServiceError('INVALID_TIME', `${field} ${why}`, { field, given });

/** A time that `nLockTime` can hold, with a hint for the most common slip. */
const parseTime = (given: number, field: string): bigint => {
  if (!Number.isInteger(given)) throw invalidTime(field, 'must be whole Unix seconds', given);
  if (given > Number(MAX_TIME)) {
    const hint = given > 1e11 ? ': this looks like milliseconds, divide by 1000' : '';
    throw invalidTime(field, `must be Unix seconds up to ${MAX_TIME.toString()}${hint}`, given);
  }
  if (given < Number(MIN_TIME)) throw invalidTime(field, `must be Unix seconds from ${MIN_TIME.toString()}`, given);
  return BigInt(given);
};

const parseCliff = (given: number | null | undefined, start: bigint, end: bigint): bigint => {
  if (given === undefined || given === null || given === 0) return 0n;
  const cliff = parseTime(given, 'cliffTimestamp');
  if (cliff < start || cliff > end) throw invalidTime('cliffTimestamp', 'must lie within startTime and endTime', given);
  return cliff;
};

const parseStep = ({ streamType, intervalSeconds }: CreateStreamInput, duration: number): bigint => {
  if (streamType === 'LINEAR') return 0n;
  if (intervalSeconds === undefined) return BigInt(Math.min(DEFAULT_STEP, duration));
  if (!Number.isInteger(intervalSeconds) || intervalSeconds < 1) throw invalidTime('intervalSeconds', 'must be whole seconds, at least 1', intervalSeconds);
  if (intervalSeconds > duration) throw invalidTime('intervalSeconds', 'must not be longer than the stream', intervalSeconds);
  return BigInt(intervalSeconds);
};

const parseNotice = (given: number | undefined, network: Network): number => {
  if (given === undefined) return network === 'devnet' ? DEVNET_NOTICE : DEFAULT_NOTICE;
  if (Number.isInteger(given) && given >= MIN_NOTICE_BLOCKS && given <= MAX_NOTICE_BLOCKS) return given;
  throw new ServiceError(
    'INVALID_REQUEST',
    `cancelNoticeBlocks must be from ${MIN_NOTICE_BLOCKS} to ${MAX_NOTICE_BLOCKS}: the recipient's watcher needs the time`,
    { field: 'cancelNoticeBlocks', given },
  );
};

/** Products that are not built yet are refused by name, before anything else is looked at. */
const refuseUnsupported = ({ streamType, tokenType }: CreateStreamInput): void => {
  if (streamType === 'RECURRING') {
    throw new ServiceError('UNSUPPORTED_STREAM_TYPE', 'Streams of type RECURRING are not available yet; use LINEAR or STEP', { streamType });
  }
  if (tokenType !== undefined && tokenType !== 'BCH') {
    throw new ServiceError('UNSUPPORTED_TOKEN_TYPE', 'Token streams are not available yet; use tokenType BCH', { tokenType });
  }
};

/**
 * Reads the terms of a stream and fills in the defaults: start now, 365 days, steps of 30 days, cancelable with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError UNSUPPORTED_STREAM_TYPE, UNSUPPORTED_TOKEN_TYPE, INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST
 */
export const parseStreamTerms = (input: CreateStreamInput, now: number, network: Network): StreamTerms => {
  refuseUnsupported(input);
  const total = parseBchAmount(input.totalAmount, 'totalAmount');
  const start = parseTime(input.startTime ?? now, 'startTime');
  const end = parseTime(input.endTime ?? Number(start) + DEFAULT_DURATION, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(input.cliffTimestamp, start, end);
  const step = parseStep(input, Number(end - start));
  return {
    streamType: input.streamType,
    schedule: { total, start, end, cliff, step },
    intervalSeconds: step === 0n ? null : Number(step),
    cancelable: input.cancelable ?? true,
    cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
  };
};
