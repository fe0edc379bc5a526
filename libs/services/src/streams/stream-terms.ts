import { MAX_TIME, MIN_TIME } from '@weir/vesting';
import type { VestingSchedule } from '@weir/vesting';
import { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS } from '@weir/covenants';
import type { Network } from '@weir/covenants';
import { parseAmount } from '../shared/asset-amount.js';
import { ServiceError } from '../shared/service-error.js';
import type { CreateStreamInput, StreamType, TokenType } from './streams.types.js';

const DAY = 86_400;
const DEFAULT_DURATION = 365 * DAY;
const DEFAULT_STEP = 30 * DAY;
const DEFAULT_NOTICE = 36;
const DEVNET_NOTICE = 6;

/** What the parties agree on, defaults filled in. */
export interface StreamTerms {
  readonly tokenType: TokenType;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
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

const invalidCategory = (message: string, given: string | null): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field: 'tokenCategory', given });

/** Products that are not built yet are refused by name, before anything else is looked at. */
const refuseUnsupported = ({ streamType }: CreateStreamInput): void => {
  if (streamType === 'RECURRING') {
    throw new ServiceError('UNSUPPORTED_STREAM_TYPE', 'Streams of type RECURRING are not available yet; use LINEAR or STEP', { streamType });
  }
};

/** A token is named by its category, BCH by none. */
const parseAsset = ({ tokenType = 'BCH', tokenCategory }: CreateStreamInput): Pick<StreamTerms, 'tokenType' | 'tokenCategory'> => {
  if (tokenType === 'BCH') {
    if (tokenCategory === undefined) return { tokenType, tokenCategory: null };
    throw invalidCategory('tokenCategory names a token, and tokenType is BCH: set tokenType to FUNGIBLE_TOKEN, or leave it out', tokenCategory);
  }
  if (tokenCategory === undefined) throw invalidCategory('tokenCategory is required for tokens: the 64 hex digits of the category', null);
  if (!/^[0-9a-f]{64}$/i.test(tokenCategory)) throw invalidCategory('tokenCategory must be the 64 hex digits of a category', tokenCategory);
  return { tokenType, tokenCategory: tokenCategory.toLowerCase() };
};

/**
 * Reads the terms of a stream and fills in the defaults: start now, 365 days, steps of 30 days, cancelable with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError UNSUPPORTED_STREAM_TYPE, INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST
 */
export const parseStreamTerms = (input: CreateStreamInput, now: number, network: Network): StreamTerms => {
  refuseUnsupported(input);
  const asset = parseAsset(input);
  const total = parseAmount(input.totalAmount, 'totalAmount', asset.tokenType);
  const start = parseTime(input.startTime ?? now, 'startTime');
  const end = parseTime(input.endTime ?? Number(start) + DEFAULT_DURATION, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(input.cliffTimestamp, start, end);
  const step = parseStep(input, Number(end - start));
  return {
    ...asset,
    streamType: input.streamType,
    schedule: { total, start, end, cliff, step },
    intervalSeconds: step === 0n ? null : Number(step),
    cancelable: input.cancelable ?? true,
    cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
  };
};
