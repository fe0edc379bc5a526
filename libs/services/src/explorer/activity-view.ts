import { activityStatusOf, type ActivityRecord, type TreasuryActivity } from '@weir/infra';
import { percentageOf } from '../shared/percentage.js';
import { termsScheduleOf } from '../streams/contract/stored-stream.js';
import { vestedOf } from '../streams/read/stream-view.js';
import type { ActivityView } from './explorer.types.js';

type Common = Omit<ActivityView, 'vestedAmount' | 'progressPercentage' | 'streamType' | 'status'>;
type Told = Omit<ActivityView, keyof Common>;

const treasuryOf = ({ activity, status, totalAmount }: TreasuryActivity): Told => {
  const isExecuted = status === 'EXECUTED';
  return {
    vestedAmount: isExecuted ? totalAmount : 0n,
    // A proposal may pay nothing but an NFT.
    progressPercentage: isExecuted ? 100 : 0,
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
        progressPercentage: percentageOf(vestedAmount, whole),
        streamType: record.streamType,
        status: record.status,
      };
    }
    case 'PAYMENT': {
      const { withdrawnAmount: vestedAmount, paymentInterval: streamType, status } = record;
      return { vestedAmount, progressPercentage: percentageOf(vestedAmount, whole), streamType, status };
    }
    case 'AIRDROP': {
      const { claimedAmount, claimedCount, maxClaims, status } = record;
      const progressPercentage = percentageOf(BigInt(claimedCount), BigInt(maxClaims ?? 0));
      return { vestedAmount: claimedAmount, progressPercentage, streamType: 'AIRDROP', status };
    }
    case 'TREASURY':
      return treasuryOf(record);
  }
};

/** Converts a record to a row of the explorer. @param asOf Unix seconds */
export const toActivityView = (record: ActivityRecord, asOf: bigint): ActivityView => {
  return {
    activityType: record.activity,
    id: record.id,
    streamId: record.displayId,
    sender: record.sender,
    recipient: record.recipient,
    tokenType: record.tokenType,
    tokenCategory: record.tokenCategory,
    totalAmount: record.totalAmount,
    createdAt: record.createdAt,
    ...toldOf(record, asOf),
  };
};
