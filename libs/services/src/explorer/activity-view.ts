import { activityStatusOf, type ActivityRecord, type TreasuryActivity } from '@weir/infra';
import { termsScheduleOf } from '../streams/contract/schedule-of.js';
import { vestedOf } from '../streams/read/stream-view.js';
import type { ActivityView } from './explorer.types.js';

type Common = Omit<ActivityView, 'vestedAmount' | 'progress' | 'streamType' | 'status'>;
type Told = Omit<ActivityView, keyof Common>;

const treasuryOf = ({ activity, status, totalAmount }: TreasuryActivity): Told => {
  const isExecuted = status === 'EXECUTED';
  return {
    vestedAmount: isExecuted ? totalAmount : 0n,
    // A proposal may pay nothing but an NFT.
    progress: { part: isExecuted ? 1n : 0n, whole: 1n },
    streamType: 'PROPOSAL',
    status: activityStatusOf(activity, status),
  };
};

/** The figures that each product has in its own form. */
const toldOf = (record: ActivityRecord, asOf: bigint): Told => {
  const { totalAmount: whole } = record;
  switch (record.activity) {
    case 'STREAM': {
      const vestedAmount = vestedOf(record, termsScheduleOf(record), asOf);
      return {
        vestedAmount,
        progress: { part: vestedAmount, whole },
        streamType: record.streamType,
        status: record.status,
      };
    }
    case 'PAYMENT': {
      const { totalPaid, interval, status } = record;
      return { vestedAmount: totalPaid, progress: { part: totalPaid, whole }, streamType: interval, status };
    }
    case 'AIRDROP': {
      const { claimedAmount, claimedCount, maxClaims, status } = record;
      const progress = { part: BigInt(claimedCount), whole: BigInt(maxClaims ?? 0) };
      return { vestedAmount: claimedAmount, progress, streamType: 'AIRDROP', status };
    }
    case 'TREASURY':
      return treasuryOf(record);
  }
};

/** Converts a record to a row of the explorer. @param asOf Unix seconds */
export const toActivityView = (record: ActivityRecord, asOf: bigint): ActivityView => {
  const { vestedAmount, progress, streamType, status } = toldOf(record, asOf);
  return {
    activity: record.activity,
    id: record.id,
    displayId: record.displayId,
    sender: record.sender,
    recipient: record.recipient,
    tokenType: record.tokenType,
    tokenCategory: record.tokenCategory,
    totalAmount: record.totalAmount,
    vestedAmount,
    progress,
    streamType,
    status,
    createdAt: record.createdAt,
  };
};
