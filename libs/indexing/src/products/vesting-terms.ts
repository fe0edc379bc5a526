import type { VestingParameters } from '@weir/covenants';
import { vestedAmount } from '@weir/vesting';
import type { ProductTerms } from './product.types.js';

/** What any vesting stream's announcement says. */
export const vestingTerms = (
  product: string,
  { sender, recipient, schedule, noticeBlocks }: VestingParameters,
  tokenCategory: string | null,
): ProductTerms => ({
  product,
  family: 'stream',
  sender,
  recipient,
  tokenCategory,
  total: schedule.total,
  details: {
    streamType: schedule.step === 0n ? 'LINEAR' : 'STEP',
    startTime: Number(schedule.start),
    endTime: Number(schedule.end),
    cliffTimestamp: schedule.cliff === 0n ? null : Number(schedule.cliff),
    intervalSeconds: schedule.step === 0n ? null : Number(schedule.step),
    cancelable: noticeBlocks > 0,
    cancelNoticeBlocks: noticeBlocks === 0 ? null : noticeBlocks,
  },
  vestedAt: (time) => vestedAmount(schedule, time),
});
