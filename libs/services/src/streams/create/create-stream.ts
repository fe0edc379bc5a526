import type { CreateStreamInput } from '@weir/api-contract/words';
import type { IdempotentResponse, StreamRecord } from '@weir/infra';
import { percentageOf } from '../../shared/amounts.js';
import { viewTime } from '../../shared/chain-time.js';
import { datedView } from '../../shared/dated-columns.js';
import type { Caller } from '../../shared/parties.js';
import type { Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { scheduleOf } from '../contract/stored-stream.js';
import { schedulePoints } from '../read/stream-schedule.js';
import { moveTermsView, toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import { parseGrantTerms } from '../terms/grant-terms.js';
import { parseStreamTerms } from '../terms/stream-terms.js';
import { parseTrancheTerms } from '../terms/tranche-terms.js';
import { costOf, type OneCreation, planOne, type PlanOptions, storeOne } from './plan-of-one.js';

/** Fields that only a stream with installments has. */
const OF_INSTALLMENTS = ['installments', 'cliffInstallment', 'allocation', 'releasedAmount'] as const;

/** Reads the columns that say when a stream vests how much: by seconds, by installments, or on dates of its own. */
const termsOf = (input: CreateStreamInput, context: Pick<StreamContext, 'now' | 'network'>) => {
  const { calendar, tranches } = input;
  const [now, network] = [context.now(), context.network];
  if (calendar !== undefined) return parseGrantTerms({ ...input, calendar }, now, network);
  const misplaced = OF_INSTALLMENTS.find((field) => input[field] !== undefined);
  if (misplaced !== undefined)
    throw new ServiceError('INVALID_REQUEST', `${misplaced} is only for streams with calendar`, { field: misplaced });
  if (tranches !== undefined) return parseTrancheTerms({ ...input, tranches }, network);
  const { schedule, ...terms } = parseStreamTerms(input, now, network);
  return {
    ...terms,
    totalAmount: schedule.total,
    startTime: Number(schedule.start),
    endTime: Number(schedule.end),
    cliffTimestamp: schedule.cliff === 0n ? null : Number(schedule.cliff),
  };
};

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
  const shared = { product: 'stream', description: input.description ?? null, payment: null } as const;
  const columns = { ...termsOf(input, context), ...shared };
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
  const schedule = scheduleOf({ ...row, withdrawnAmount: 0n });
  const vestedAmount = schedule.vestedAt(asOf);
  return {
    stream: {
      ...row,
      ...datedView(row),
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
