import type { Party, VestingDraft } from '@weir/covenants';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { invalidTime, parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput } from '../plans.types.js';
import type { PlanHead } from './plan-defaults.js';
import { parseRowTimes, type RowTimes } from './row-times.js';
import { shapedDrafts } from './shaped-drafts.js';

/** Vests by the second. */
const CONTINUOUS = 1n;

/** Seconds from the start before which nothing vests. @throws ServiceError INVALID_TIME */
const parseCliff = (given: number | null, { start, end }: RowTimes): bigint => {
  if (given === null || given === 0) return 0n;
  const cliff = parseTime(given, 'cliff');
  if (cliff < start || cliff > end) throw invalidTime('cliff', 'must lie within start and end', given);
  return cliff - start;
};

/** @throws ServiceError INVALID_TIME */
const parseStep = (given: number | null, { start, end }: RowTimes): bigint => {
  if (given === null || given === 0) return CONTINUOUS;
  if (!Number.isInteger(given) || given < 1) throw invalidTime('step', 'must be whole seconds, at least 1', given);
  if (BigInt(given) > end - start) throw invalidTime('step', 'must not be longer than the stream', given);
  return BigInt(given);
};

/** @throws ServiceError INVALID_REQUEST */
const refuseRecurringWords = ({ interval }: PlanRowInput): void => {
  if (interval === undefined) return;
  throw new ServiceError('INVALID_REQUEST', 'interval is none of a vesting plan: step is in seconds', {
    field: 'interval',
  });
};

/**
 * Drafts the streams that a vesting row asks for: one, or those of its shape.
 *
 * @param least units of the smallest stream
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const vestingDrafts = (
  row: PlanRowInput,
  total: bigint,
  recipient: Party,
  head: PlanHead,
  least: bigint,
): readonly VestingDraft[] => {
  refuseRecurringWords(row);
  const { defaults } = head;
  const noticeBlocks = defaults.cancelable ? defaults.noticeBlocks : 0;
  // The steps of a row replace the plan's shape.
  const shape = row.shape ?? (row.step === undefined && row.cliff === undefined ? defaults.shape : null);
  if (shape !== null) return shapedDrafts({ shape, row, total, terms: { recipient, noticeBlocks }, head, least });
  const times = parseRowTimes(row, head);
  const group = {
    kind: 'VESTING',
    cliff: parseCliff(row.cliff ?? defaults.cliff, times),
    step: parseStep(row.step ?? defaults.step, times),
    noticeBlocks,
  } as const;
  const { cliff, step } = group;
  assertSoundCliff({ total, ...times, cliff: cliff === 0n ? 0n : times.start + cliff, step }, least, 'cliff');
  return [{ kind: 'VESTING', recipient, total, ...times, group }];
};
