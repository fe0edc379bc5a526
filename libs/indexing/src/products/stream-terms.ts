import { lockingBytecodeOf, streamProduct, streamSchedule, type StreamParameters } from '@weir/covenants';
import type { ProductTerms } from './product.types.js';

const seconds = (value: bigint): number | null => (value === 0n ? null : Number(value));

const familyOf = (announced: StreamParameters): ProductTerms['family'] => {
  if (announced.kind === 'VESTING') return 'stream';
  // A stream is never pausable, so a pausable one is a payment.
  return announced.parameters.pausable ? 'payment' : 'recurring';
};

const detailsOf = (announced: StreamParameters): ProductTerms['details'] => {
  if (announced.kind === 'VESTING') {
    const { schedule, noticeBlocks } = announced.parameters;
    return {
      streamType: schedule.step === 0n ? 'LINEAR' : 'STEP',
      startTime: Number(schedule.start),
      endTime: Number(schedule.end),
      cliffTimestamp: seconds(schedule.cliff),
      intervalSeconds: seconds(schedule.step),
      cancelable: noticeBlocks > 0,
      cancelNoticeBlocks: noticeBlocks === 0 ? null : noticeBlocks,
    };
  }
  const { plan, noticeBlocks, cancelable, pausable } = announced.parameters;
  return {
    amountPerPeriodBase: plan.amountPerPeriod.toString(),
    lastAmountBase: plan.lastAmount.toString(),
    periods: Number(plan.periods),
    intervalSeconds: Number(plan.interval),
    firstDue: Number(plan.firstDue),
    cancelable,
    pausable,
    noticeBlocks: noticeBlocks === 0 ? null : noticeBlocks,
  };
};

/** Derives the terms from the announcement of a stream or payment. */
export const streamTerms = (announced: StreamParameters): ProductTerms => {
  const { parameters, asset } = announced;
  const schedule = streamSchedule(announced);
  return {
    product: streamProduct(announced),
    family: familyOf(announced),
    sender: lockingBytecodeOf(parameters.sender),
    recipient: lockingBytecodeOf(parameters.recipient),
    tokenCategory: asset.type === 'BCH' ? null : asset.category,
    total: schedule.total,
    details: detailsOf(announced),
    vestedAt: (time, { commitment, releasedAmount }) =>
      commitment === null ? releasedAmount : schedule.earnedAt({ commitment }, releasedAmount, time),
  };
};
