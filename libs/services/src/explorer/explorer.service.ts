import type { ListActivityQuery } from '@weir/api-contract/words';
import {
  type Activity,
  type ActivityFilter,
  type ActivityRecord,
  activityStatusOf,
  type ExplorerRepository,
  type TreasuryActivity,
} from '@weir/infra';
import { percentageOf } from '../shared/amounts.js';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { type TimeSource, viewTime } from '../shared/chain-time.js';
import { withCursor } from '../shared/paging.js';
import { termsScheduleOf } from '../streams/contract/stored-stream.js';
import { vestedOf } from '../streams/read/stream-view.js';

/** Builds the explorer over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createExplorerService = (context: ExplorerContext) => bindUseCases(context, { activity: listActivity });

export type ExplorerService = ReturnType<typeof createExplorerService>;

const treasuryOf = ({ activity, status, totalAmount }: TreasuryActivity) => {
  const isExecuted = status === 'EXECUTED';
  return {
    vestedAmount: isExecuted ? totalAmount : 0n,
    // A proposal may pay nothing but an NFT.
    progressPercentage: isExecuted ? 100 : 0,
    streamType: 'PROPOSAL' as const,
    status: activityStatusOf(activity, status),
  };
};

/** The figures that each product has in its own form. */
const toldOf = (record: ActivityRecord, asOf: bigint) => {
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
      return { vestedAmount: claimedAmount, progressPercentage, streamType: 'AIRDROP' as const, status };
    }
    case 'TREASURY':
      return treasuryOf(record);
  }
};

/** Converts a record to a row of the explorer. @param asOf Unix seconds */
const toActivityView = (record: ActivityRecord, asOf: bigint) => ({
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
});

export interface ExplorerContext extends TimeSource {
  readonly explorer: ExplorerRepository;
}

/** Rows a page: short by default, also without a cursor, as the specification has it. */
const DEFAULT_LIMIT = 50;

const ACTIVITIES: Readonly<Record<NonNullable<ListActivityQuery['type']>, Activity>> = {
  vesting: 'STREAM',
  payments: 'PAYMENT',
  airdrops: 'AIRDROP',
  treasuries: 'TREASURY',
};

const filterOf = ({ type, token, status }: ListActivityQuery): ActivityFilter => ({
  activity: type && ACTIVITIES[type],
  tokenType: token === 'ALL' ? undefined : token,
  status,
});

/**
 * Lists records of all products, newest first, with figures over all of them.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const listActivity = async (context: ExplorerContext, query: ListActivityQuery) => {
  const filter = filterOf(query);
  const [{ rows, nextCursor }, stats, asOf] = await Promise.all([
    withCursor(() => context.explorer.list({ ...filter, limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor })),
    context.explorer.stats(filter),
    viewTime(context),
  ]);
  const volumeByToken = stats.volumeByToken.map(({ tokenCategory, volume, pendingVolume }) => ({
    tokenCategory,
    amount: volume,
    pendingAmount: pendingVolume,
  }));
  return {
    streams: rows.map((row) => toActivityView(row, asOf)),
    stats: { ...stats, volumeByToken },
    nextCursor,
    asOf: Number(asOf),
  };
};
