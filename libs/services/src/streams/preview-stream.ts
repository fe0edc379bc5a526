import { VESTING_FEE_BOUND, VESTING_RESERVED_TRANSITIONS, vestingFundingAmount } from '@weir/covenants';
import { vestedAmount } from '@weir/vesting';
import { planStream } from './create-stream.js';
import { viewTime } from './stream-context.js';
import type { StreamContext } from './stream-context.js';
import { scheduleOf } from './stream-model.js';
import { schedulePoints } from './stream-schedule.js';
import type { CreateStreamInput, StreamPreview } from './streams.types.js';

const PREVIEW_POINTS = 50;
/** Bytes of a funding with one wallet input; each further coin the wallet needs adds 148. */
const FUNDING_SIZE = 465n;

/** Validates and computes as a creation does, storing nothing. See {@link StreamsService.preview}. */
export const previewStream = async (input: CreateStreamInput, caller: string | undefined, context: StreamContext): Promise<StreamPreview> => {
  const { row } = planStream(input, caller, context);
  const asOf = await viewTime(context);
  const schedule = scheduleOf(row);
  return {
    stream: {
      sender: row.sender,
      recipient: row.recipient,
      tokenType: row.tokenType,
      tokenCategory: row.tokenCategory,
      totalAmount: row.totalAmount,
      withdrawnAmount: 0n,
      vestedAmount: vestedAmount(schedule, asOf),
      claimableAmount: 0n,
      streamType: row.streamType,
      startTime: row.startTime,
      endTime: row.endTime,
      intervalSeconds: row.intervalSeconds,
      cliffTimestamp: row.cliffTimestamp,
      cancelable: row.cancelable,
      cancelNoticeBlocks: row.cancelNoticeBlocks,
      vaultId: row.vaultId,
      description: row.description,
      contractAddress: row.contractAddress,
      nftCommitment: row.initialCommitment,
      asOf: Number(asOf),
    },
    funding: {
      amount: vestingFundingAmount(row.totalAmount),
      reserve: VESTING_RESERVED_TRANSITIONS * VESTING_FEE_BOUND,
      networkFeeEstimate: FUNDING_SIZE,
    },
    schedule: schedulePoints(schedule, PREVIEW_POINTS),
  };
};
