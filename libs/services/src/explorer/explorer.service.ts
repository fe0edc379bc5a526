import type { ActivityStatus, PaymentInterval, PaymentStatus, StreamType, TokenType } from '@weir/api-contract/words';
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
import { type Page, withCursor } from '../shared/paging.js';
import { termsScheduleOf } from '../streams/contract/stored-stream.js';
import { vestedOf } from '../streams/read/stream-view.js';

/** Builds the explorer over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createExplorerService = (context: ExplorerContext) => bindUseCases(context, { activity: listActivity });

export type ExplorerService = ReturnType<typeof createExplorerService>;

/**
 * A record of any product, as the explorer shows it. Amounts in base units (satoshis for BCH), times in Unix seconds.
 */
interface ActivityView {
  readonly activityType: Activity;
  /** uuid of the record. */
  readonly id: string;
  /** Display id. */
  readonly streamId: string;
  /** Sender; of a campaign its creator, of a proposal its vault. */
  readonly sender: string;
  /** Recipient; empty for a campaign. */
  readonly recipient: string;
  readonly tokenType: TokenType;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
  /** Vested of a stream, paid of a payment, claimed of a campaign; all of a proposal once it is carried out. */
  readonly vestedAmount: bigint;
  /** How far it is in percent: of a campaign in claims, of a proposal none or all. */
  readonly progressPercentage: number;
  readonly streamType: StreamType | PaymentInterval | 'AIRDROP' | 'PROPOSAL';
  /** The record's own; of a proposal what the explorer makes of it. */
  readonly status: PaymentStatus;
  readonly createdAt: number;
}

/** Filters and place of a page of the explorer; all filters combine. */
interface ListActivityQuery extends Page {
  readonly type?: 'vesting' | 'payments' | 'airdrops' | 'treasuries' | undefined;
  /** `ALL` is no filter. */
  readonly token?: TokenType | 'ALL' | undefined;
  /** A paused payment counts as ACTIVE. */
  readonly status?: ActivityStatus | undefined;
}

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
const toActivityView = (record: ActivityRecord, asOf: bigint): ActivityView => {
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

/** The dependencies of the explorer. */
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
