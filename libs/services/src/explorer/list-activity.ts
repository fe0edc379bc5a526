import type { Activity, ActivityFilter, ExplorerRepository } from '@weir/infra';
import { viewTime, type TimeSource } from '../shared/chain-time.js';
import { withCursor } from '../shared/paging.js';
import { toActivityView } from './activity-view.js';
import type { ActivitiesPage, ListActivityQuery } from './explorer.types.js';

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
export const listActivity = async (context: ExplorerContext, query: ListActivityQuery): Promise<ActivitiesPage> => {
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
