import type { ListActivityQuery } from '@weir/api-contract/words';
import {
  type Activity,
  type ActivityFilter,
  type ActivityRecord,
  activityStatusOf,
  type ExplorerRepository,
  type TreasuryActivity,
} from '@weir/infra';
import { formatUnits } from '@weir/payments';
import { percentageOf } from '../shared/amounts.js';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { type TimeSource, viewTime } from '../shared/chain-time.js';
import { withCursor } from '../shared/paging.js';
import { ServiceError } from '../shared/service-error.js';
import { textQueryOf } from '../shared/text-query.js';
import { scheduleOf } from '../streams/contract/stored-stream.js';
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
const figuresOf = (record: ActivityRecord, asOf: bigint) => {
  const { totalAmount: whole } = record;
  switch (record.activity) {
    case 'STREAM': {
      const place = { announcement: record.planAnnouncement, group: record.planGroup };
      const vestedAmount = vestedOf(record, scheduleOf({ ...record, place }), asOf);
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
    case 'CURRENCY_PAYMENT': {
      const { withdrawnAmount: vestedAmount, paymentInterval: streamType, status, paymentCount, periods } = record;
      const progressPercentage = periods === null ? 0 : percentageOf(BigInt(paymentCount), BigInt(periods));
      return { vestedAmount, progressPercentage, streamType, status };
    }
    case 'PURSE': {
      const { activity, withdrawnAmount: vestedAmount, status } = record;
      return {
        vestedAmount,
        progressPercentage: percentageOf(vestedAmount, whole),
        streamType: 'PURSE' as const,
        status: activityStatusOf(activity, status),
      };
    }
  }
};

/** What each period of a payment in a currency pays; null of anything else. */
const perPeriodOf = (record: ActivityRecord) => {
  if (record.activity !== 'CURRENCY_PAYMENT') return null;
  const { currency, decimals, amountPerPeriod } = record;
  const amountDecimal = formatUnits(amountPerPeriod, decimals);
  return { currency, decimals, amountBase: amountPerPeriod.toString(), amountDecimal };
};

/** Converts a record to a row of the explorer. @param asOf Unix seconds */
const toActivityView = (record: ActivityRecord, asOf: bigint) => ({
  activityType: record.activity,
  contract: record.activity === 'STREAM' ? record.contract : null,
  id: record.id,
  streamId: record.displayId,
  title: record.title,
  sender: record.sender,
  recipient: record.recipient,
  tokenType: record.tokenType,
  tokenCategory: record.tokenCategory,
  totalAmount: record.totalAmount,
  createdAt: record.createdAt,
  perPeriod: perPeriodOf(record),
  plan:
    record.planId === null
      ? null
      : {
          id: record.planId,
          planId: record.planNumber,
          streams: record.planStreams,
          tokenType: record.tokenType,
          tokenCategory: record.tokenCategory,
          totalAmount: record.planAmount,
        },
  ...figuresOf(record, asOf),
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
  'currency-payments': 'CURRENCY_PAYMENT',
  purses: 'PURSE',
};

const filterOf = ({ type, token, status }: ListActivityQuery): ActivityFilter => ({
  activity: type && ACTIVITIES[type],
  tokenType: token === 'ALL' ? undefined : token,
  status,
});

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** Reads the words, dates, order and grouping of a page. @throws ServiceError INVALID_REQUEST */
const choiceOf = ({ q, from, to, sort, token, status, group }: ListActivityQuery) => {
  const words = q === undefined ? undefined : textQueryOf(q);
  if (q !== undefined && words === undefined)
    throw invalid('q', 'q must have a word of at least two letters or digits');
  // One row cannot have the status of all, and words are those of single records.
  const isGrouped = group === 'plans' && words === undefined && (status === undefined || status === 'FUNDED');
  if (sort !== 'largest') return { words, from, to, sort, isGrouped };
  // Amounts of different assets have no order.
  if (token !== 'BCH')
    throw invalid('sort', 'sort=largest takes token=BCH: amounts of different assets cannot be compared');
  if (words !== undefined || from !== undefined || to !== undefined)
    throw invalid('sort', 'sort=largest does not combine with q, from and to');
  return { sort };
};

/**
 * Lists records of all products in an order, with figures over all of them, no matter what their words and dates.
 *
 * @throws ServiceError INVALID_CURSOR, INVALID_REQUEST
 */
export const listActivity = async (context: ExplorerContext, query: ListActivityQuery) => {
  const filter = filterOf(query);
  const choice = choiceOf(query);
  const [{ rows, nextCursor }, stats, asOf] = await Promise.all([
    withCursor(() =>
      context.explorer.list({ ...filter, ...choice, limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor }),
    ),
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
