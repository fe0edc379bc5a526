import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { type CreationCursor, cutPage, type Page, type PageRequest, placeOf } from '../pages.js';
import { plannedLimit, PREPARED } from '../statements.js';
import type { Activity } from '../tables.js';
import {
  ACTIVITIES,
  type ActivityFilter,
  type ActivityRecord,
  type ActivityRow,
  keysOf,
  toActivityRecord,
} from './activity.js';

/** A part of a page: how far it goes, and after which row. */
interface PagePart {
  readonly after: CreationCursor | undefined;
  readonly limit: number;
}

/** Where a product's rows are, and the keys and orders its indexes have: of all rows, and of those with a key. */
interface Source {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** Which rows of the table, and in which order. */
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The same by key. */
  readonly keyed: RawBuilder<unknown>;
  readonly keyedOrder: RawBuilder<unknown>;
}

const CREATED = sql`created_at`;
/** The same time; an index over the one does not serve an order by the other. */
const CREATED_SUM = sql`(created_at + 0)`;

const STREAM_COLUMNS = sql`
  id, stream_id AS display_id, sender, recipient, token_type, token_category, total_amount, status,
  withdrawn_amount, stream_type, start_time, end_time, cliff_timestamp, interval_seconds, first_due, periods,
  amount_per_period, pausable, payment_interval, state_txid IS NOT NULL AS is_open, NULL::bigint AS max_claims, NULL::uuid AS vault_id`;

const NO_TERMS = sql`
  NULL::numeric AS withdrawn_amount, NULL::text AS stream_type, NULL::bigint AS start_time, NULL::bigint AS end_time, NULL::bigint AS cliff_timestamp,
  NULL::bigint AS interval_seconds, NULL::bigint AS first_due, NULL::integer AS periods, NULL::numeric AS amount_per_period,
  false AS pausable, NULL::text AS payment_interval, false AS is_open`;

const ofStreams = (product: 'stream' | 'payment', activity: Activity): Source => ({
  columns: sql`${sql.lit(activity)} AS activity, ${STREAM_COLUMNS}`,
  from: sql`streams`,
  // Written out, so that every plan knows which product's indexes serve.
  where: sql`product = ${sql.lit(product)}`,
  order: CREATED_SUM,
  // The key names the product. Naming it twice would make Postgres read the indexes of all its rows beside.
  keyed: sql`(product || token_type || status) = keys.key`,
  keyedOrder: CREATED,
});

const SOURCES: Readonly<Record<Activity, Source>> = {
  STREAM: ofStreams('stream', 'STREAM'),
  PAYMENT: ofStreams('payment', 'PAYMENT'),
  AIRDROP: {
    columns: sql`
      'AIRDROP' AS activity, id, campaign_id AS display_id, creator AS sender, '' AS recipient, token_type, token_category,
      total_amount, status, ${NO_TERMS}, claims AS max_claims, NULL::uuid AS vault_id`,
    from: sql`airdrop_campaigns`,
    where: sql`true`,
    order: CREATED,
    keyed: sql`(token_type || status) = keys.key`,
    keyedOrder: CREATED_SUM,
  },
  TREASURY: {
    columns: sql`
      'TREASURY' AS activity, id, proposal_id AS display_id, '' AS sender, recipient, token_type, token_category,
      amount AS total_amount, status, ${NO_TERMS}, NULL::bigint AS max_claims, vault_id`,
    from: sql`vault_proposals`,
    where: sql`is_public`,
    order: CREATED,
    keyed: sql`(CASE WHEN is_public THEN token_type || status END) = keys.key`,
    keyedOrder: CREATED_SUM,
  },
};

/**
 * One walk along an index, newest first. The time is told as the index has it, so that the walks are known to come in the order of
 * the page: they are merged without a sort, and read no further than the page takes.
 */
const walk = (
  { columns, from }: Source,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { after, limit }: PagePart,
): RawBuilder<unknown> => {
  const further = after === undefined ? sql`` : sql`AND (${order}, id) < (${after.createdAt}, ${after.id})`;
  return sql`SELECT ${columns}, ${order} AS created_at FROM ${from} WHERE ${where} ${further} ORDER BY ${order} DESC, id DESC LIMIT ${sql.lit(plannedLimit(limit))}`;
};

const walksOf = (activity: Activity, filter: ActivityFilter, part: PagePart): RawBuilder<unknown>[] => {
  const source = SOURCES[activity];
  const keys = keysOf(activity, filter);
  if (keys === undefined) return [sql`(${walk(source, source.where, source.order, part)})`];
  if (keys.length === 0) return [];
  const each = walk(source, source.keyed, source.keyedOrder, part);
  return [sql`(SELECT found.* FROM unnest(${keys}::text[]) AS keys (key) CROSS JOIN LATERAL (${each}) AS found)`];
};

/**
 * Returns the rows behind a filter as one relation, up to a number of each kind: whatever a page can need of them,
 * found along indexes alone. Undefined where no row can match.
 */
const activityWalks = (filter: ActivityFilter, part: PagePart): RawBuilder<unknown> | undefined => {
  const walks = ACTIVITIES.filter((activity) => filter.activity === undefined || filter.activity === activity).flatMap(
    (activity) => walksOf(activity, filter, part),
  );
  return walks.length === 0 ? undefined : sql.join(walks, sql` UNION ALL `);
};

/** Filters and place of a page of the explorer. */
export interface ActivityPageRequest extends ActivityFilter, PageRequest {}

const PAGE = sql.raw(
  [
    'activity, id, display_id, created_at, recipient, token_type, token_category, total_amount, status, withdrawn_amount',
    'stream_type, start_time, end_time, cliff_timestamp, interval_seconds, first_due, periods, amount_per_period, pausable',
    'payment_interval, is_open, max_claims',
  ]
    .join(', ')
    .replace(/\w+/g, 'page.$&'),
);

/** Returns the rows of a page as one query; undefined where no row can match. */
export const pageQuery = (filter: ActivityFilter, part: PagePart): RawBuilder<ActivityRow> | undefined => {
  const walks = activityWalks(filter, part);
  // What lanes paid and where a vault is, is looked up for the rows of the page alone.
  return (
    walks &&
    sql<ActivityRow>`
    SELECT ${PAGE}, coalesce((SELECT contract_address FROM vaults WHERE id = page.vault_id), page.sender) AS sender,
      coalesce(claims.amount, 0) AS claimed_amount, coalesce(claims.count, 0) AS claimed_count
    FROM (SELECT * FROM (${walks}) AS merged ORDER BY created_at DESC, id DESC LIMIT ${part.limit}) AS page
    LEFT JOIN LATERAL (
      SELECT sum(claimed_amount) AS amount, sum(claims)::bigint AS count FROM airdrop_lanes
      WHERE page.activity = 'AIRDROP' AND campaign_id = page.id) AS claims ON true
    ORDER BY page.created_at DESC, page.id DESC`
  );
};

/**
 * Lists one page of all products, newest first. A page never repeats or skips a row because of rows made meanwhile, and
 * costs the same at any depth and any number of rows.
 *
 * @throws InvalidCursorError
 */
export async function listActivity(db: Database, request: ActivityPageRequest): Promise<Page<ActivityRecord>> {
  const page = pageQuery(request, { after: placeOf(request), limit: request.limit + 1 });
  const found = page === undefined ? [] : (await sql<ActivityRow>`${PREPARED} ${page}`.execute(db)).rows;
  return cutPage(found.map(toActivityRecord), request.limit);
}
