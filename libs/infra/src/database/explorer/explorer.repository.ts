import { type RawBuilder, sql } from 'kysely';
import type { ActivityStatus } from '@weir/api-contract/words';
import { ACTIVITIES, type Activity } from '@weir/kinds';
import type { Database } from '../create-database.js';
import {
  AIRDROP_TOPIC,
  CURRENCY_TOPIC,
  type ListChanges,
  type ListTopic,
  productTopic,
  PROPOSAL_TOPIC,
  PURSE_TOPIC,
} from '../list-changes/list-changes.js';
import { PREPARED } from '../sql/statements.js';
import { type ActivityFilter, letsThrough } from './activity.js';
import { type ActivityPageRequest, listActivity } from './list-activity.js';
import { searchActivity } from './search-activity.js';

/** Most tokens that are listed, however many there are. */
const MAX_TOKENS_LISTED = 100;
/** Over how many rows the figures of each token are spread. */
const TOKEN_SHARDS = 4;

/** The volume of one token, base units. */
export interface TokenVolume {
  readonly tokenCategory: string;
  readonly volume: bigint;
  readonly pendingVolume: bigint;
}

/** Figures over all rows behind a filter, on all pages together. Exact. */
export interface ActivityStats {
  /** What all BCH records were funded with, satoshis, no matter what became of them; of proposals what was executed, of purses what they paid. */
  readonly totalVolume: bigint;
  /** What all PENDING BCH records ask for, satoshis: not paid yet. */
  readonly pendingVolume: bigint;
  /** Base units: of up to {@link MAX_TOKENS_LISTED} tokens with the most funded records those that match, the most used one first. */
  readonly volumeByToken: readonly TokenVolume[];
  readonly activeCount: number;
  readonly completedCount: number;
  readonly totalCount: number;
}

const FUNDED: readonly ActivityStatus[] = ['ACTIVE', 'COMPLETED', 'CANCELLED'];
const STATUSES: readonly ActivityStatus[] = ['PENDING', ...FUNDED];

const count = (status: ActivityStatus) => sql.ref<bigint>(status.toLowerCase());
const volume = (status: ActivityStatus) => sql.ref<bigint>(`${status.toLowerCase()}_volume`);

/** A figure added up over those statuses a filter lets through. */
const over = (
  figure: (status: ActivityStatus) => RawBuilder<bigint>,
  among: readonly ActivityStatus[],
  filter: ActivityFilter,
): RawBuilder<bigint> => {
  const chosen = among.filter((each) => letsThrough(filter, each));
  return chosen.length === 0 ? sql<bigint>`0::numeric` : sql<bigint>`(${sql.join(chosen.map(figure), sql` + `)})`;
};

const readCounts = (db: Database, filter: ActivityFilter) => {
  const sum = (figure: RawBuilder<bigint>) => sql<bigint>`coalesce(sum(${figure}), 0)`;
  return db
    .selectFrom('explorerCounters')
    .modifyFront(PREPARED)
    .select([
      sum(over(volume, FUNDED, filter)).as('totalVolume'),
      sum(over(volume, ['PENDING'], filter)).as('pendingVolume'),
      sum(over(count, ['ACTIVE'], filter)).as('active'),
      sum(over(count, ['COMPLETED'], filter)).as('completed'),
      sum(over(count, STATUSES, filter)).as('total'),
    ])
    .$if(filter.activity !== undefined, (query) => query.where(sql<boolean>`activity = ${filter.activity}`))
    .$if(filter.tokenType !== undefined, (query) => query.where(sql<boolean>`token_type = ${filter.tokenType}`))
    .executeTakeFirstOrThrow();
};

/**
 * Chooses the most used tokens from the most used of each shard, then keeps what the filter lets through: a rare status is not
 * searched for among all tokens.
 */
const readVolumes = async (db: Database, filter: ActivityFilter): Promise<ActivityStats['volumeByToken']> => {
  if (filter.tokenType === 'BCH') return [];
  const scope = filter.activity ?? 'ALL';
  const { rows } = await sql<TokenVolume & { readonly count: bigint }>`${PREPARED}
    SELECT token_category AS "tokenCategory", sum(${over(volume, FUNDED, filter)}) AS volume,
      sum(${over(volume, ['PENDING'], filter)}) AS "pendingVolume", sum(${over(count, STATUSES, filter)}) AS count
    FROM explorer_tokens
    WHERE scope = ${scope} AND token_category = ANY (ARRAY(
      SELECT used.token_category FROM generate_series(0, ${TOKEN_SHARDS - 1}::integer) AS shards (shard) CROSS JOIN LATERAL (
        SELECT token_category FROM explorer_tokens
        WHERE scope = ${scope} AND explorer_tokens.shard = shards.shard
        ORDER BY funded DESC, token_category LIMIT ${MAX_TOKENS_LISTED}) AS used))
    GROUP BY token_category ORDER BY sum(funded) DESC, token_category LIMIT ${MAX_TOKENS_LISTED}`.execute(db);
  return rows
    .filter((row) => row.count > 0n)
    .map(({ tokenCategory, volume: sum, pendingVolume }) => ({ tokenCategory, volume: sum, pendingVolume }));
};

/**
 * Reads figures over all rows behind a filter from counters that triggers keep: their cost does not depend on the
 * number of rows.
 */
async function activityStats(db: Database, filter: ActivityFilter): Promise<ActivityStats> {
  const [{ totalVolume, pendingVolume, active, completed, total }, volumeByToken] = await Promise.all([
    readCounts(db, filter),
    readVolumes(db, filter),
  ]);
  return {
    totalVolume,
    pendingVolume,
    volumeByToken,
    activeCount: Number(active),
    completedCount: Number(completed),
    totalCount: Number(total),
  };
}

const TOPICS: Readonly<Record<Activity, ListTopic>> = {
  STREAM: productTopic('stream'),
  PAYMENT: productTopic('payment'),
  AIRDROP: AIRDROP_TOPIC,
  TREASURY: PROPOSAL_TOPIC,
  CURRENCY_PAYMENT: CURRENCY_TOPIC,
  PURSE: PURSE_TOPIC,
};

/**
 * Caches the figures of a filter while nothing they add up has changed: they are the same on every page. Each call
 * first asks what has changed, so that nobody gets older figures than without the cache. There are some 90 filters in
 * all.
 *
 * @param read reads them again
 * @param changes of the same server as `read`
 */
const keptStats = (
  read: (filter: ActivityFilter) => Promise<ActivityStats>,
  changes: Pick<ListChanges, 'nameOf'>,
): ((filter: ActivityFilter) => Promise<ActivityStats>) => {
  const kept = new Map<string, { readonly name: string; readonly stats: ActivityStats }>();
  return async (filter) => {
    const { activity, tokenType, status } = filter;
    const name = await changes.nameOf((activity === undefined ? ACTIVITIES : [activity]).map((each) => TOPICS[each]));
    const key = [activity, tokenType, status].join('/');
    const found = kept.get(key);
    if (found?.name === name) return found.stats;
    const stats = await read(filter);
    kept.set(key, { name, stats });
    return stats;
  };
};

/**
 * Builds the explorer over `db`.
 *
 * @param changes of the same server: with them figures are kept until something changes them
 */
export const createExplorerRepository = (db: Database, changes?: Pick<ListChanges, 'nameOf'>) => {
  const stats = (filter: ActivityFilter) => activityStats(db, filter);
  return {
    list: ({ words, ...request }: ActivityPageRequest) =>
      words === undefined ? listActivity(db, request) : searchActivity(db, { ...request, words }),
    stats: changes === undefined ? stats : keptStats(stats, changes),
  };
};

/** All products as one list, read only. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type ExplorerRepository = ReturnType<typeof createExplorerRepository>;
