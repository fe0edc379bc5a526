import type { CreateStreamInput } from '@weir/api-contract/words';
import type { IdempotentResponse, StreamRecord } from '@weir/infra';
import { percentageOf } from '../../shared/amounts.js';
import { viewTime } from '../../shared/chain-time.js';
import type { Caller } from '../../shared/parties.js';
import type { Origin } from '../../shared/retention.js';
import { termsScheduleOf } from '../contract/stored-stream.js';
import { schedulePoints } from '../read/stream-schedule.js';
import { moveTermsView, toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import { parseStreamTerms } from '../terms/stream-terms.js';
import { costOf, type OneCreation, planOne, type PlanOptions, storeOne } from './plan-of-one.js';

/**
 * Reads a client's request for a stream and builds its contract.
 *
 * @throws ServiceError as {@link parseStreamTerms} and {@link planOne}
 */
const planStream = (
  context: StreamContext,
  input: CreateStreamInput,
  caller: Caller | undefined,
  options?: PlanOptions,
) => {
  const { schedule, ...terms } = parseStreamTerms(input, context.now(), context.network);
  const columns = {
    ...terms,
    product: 'stream',
    totalAmount: schedule.total,
    startTime: Number(schedule.start),
    endTime: Number(schedule.end),
    cliffTimestamp: schedule.cliff === 0n ? null : Number(schedule.cliff),
    description: input.description ?? null,
    payment: null,
  } as const;
  return planOne(context, columns, input, caller, options);
};

// Only those who may see a vault may link it.
const shown = (stored: StreamRecord, asOf: bigint) => ({
  stream: { ...toStreamView(stored, asOf), vaultId: stored.vaultId },
});

/**
 * Stores a stream as PENDING and says how to fund it.
 *
 * @param origin where the request comes from, for the quota
 * @throws ServiceError as {@link planStream}; QUOTA_EXCEEDED (as QuotaExceededError) beyond the quota
 */
export const createStream = async (
  context: StreamContext,
  input: CreateStreamInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<OneCreation<typeof shown>>,
) => storeOne(context, await planStream(context, input, caller), shown, origin, kept);

const PREVIEW_POINTS = 50;

/** Validates and computes like a creation, but stores nothing. */
export const previewStream = async (context: StreamContext, input: CreateStreamInput, caller: Caller | undefined) => {
  const planned = await planStream(context, input, caller, { isPreview: true });
  const { row } = planned;
  const asOf = await viewTime(context);
  const schedule = termsScheduleOf(row);
  const vestedAmount = schedule.vestedAt(asOf);
  return {
    stream: {
      ...row,
      contract: 'STREAM' as const,
      ...moveTermsView(row),
      withdrawnAmount: 0n,
      vestedAmount,
      claimableAmount: 0n,
      progressPercentage: percentageOf(vestedAmount, row.totalAmount),
      nftCommitment: row.initialCommitment,
      asOf: Number(asOf),
    },
    schedule: schedulePoints(schedule, PREVIEW_POINTS),
    ...costOf(planned),
  };
};
