import { viewTime } from '../../shared/chain-time.js';
import { percentageOf } from '../../shared/percentage.js';
import { termsScheduleOf } from '../contract/stored-stream.js';
import { schedulePoints } from '../read/stream-schedule.js';
import type { StreamContext } from '../stream-context.js';
import type { CreateStreamInput } from '../streams.types.js';
import { planStream } from './create-stream.js';
import { warningsOf } from './plan-of-one.js';

const PREVIEW_POINTS = 50;

/** Validates and computes like a creation, but stores nothing. */
export const previewStream = async (context: StreamContext, input: CreateStreamInput, caller: string | undefined) => {
  const { row, recipient, funding } = await planStream(context, input, caller);
  const asOf = await viewTime(context);
  const schedule = termsScheduleOf(row);
  const vestedAmount = schedule.vestedAt(asOf);
  return {
    stream: {
      ...row,
      withdrawnAmount: 0n,
      vestedAmount,
      claimableAmount: 0n,
      progressPercentage: percentageOf(vestedAmount, row.totalAmount),
      nftCommitment: row.initialCommitment,
      asOf: Number(asOf),
    },
    funding: {
      amount: funding.satoshis,
      reserve: funding.reserve,
      networkFeeEstimate: funding.size,
      ...(row.tokenCategory !== null &&
        funding.tokens !== undefined && { tokenCategory: row.tokenCategory, tokenAmount: funding.tokens }),
    },
    schedule: schedulePoints(schedule, PREVIEW_POINTS),
    warnings: warningsOf(recipient),
  };
};
