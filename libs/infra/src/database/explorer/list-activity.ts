import { type RawBuilder, sql } from 'kysely';
import { ACTIVITIES, type Activity } from '@weir/kinds';
import type { Database } from '../create-database.js';
import { type CreationCursor, encodeCursor, type Page, type PageRequest, placeOf } from '../sql/pages.js';
import { plannedLimit, PREPARED } from '../sql/statements.js';
import {
  type ActivityFilter,
  type ActivityRecord,
  type ActivityRow,
  type ActivitySort,
  amountKeysOf,
  everyKeyOf,
  keysOf,
} from './activity.js';

/** A part of a page: how far it goes, after which row, and in which order. */
export interface PagePart {
  readonly after: CreationCursor | undefined;
  readonly limit: number;
  /** Default `newest`. */
  readonly sort?: ActivitySort | undefined;
  /** First and last second of creation, where the order is by that. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Whether the first of its rows stands for all of a plan, and a campaign for the locks of its claims, where the order is by creation. */
  readonly isGrouped?: boolean | undefined;
}

/** The direction of an order, and what a row after another is to it. */
export const directionOf = ({ sort }: Pick<PagePart, 'sort'>) =>
  sort === 'oldest'
    ? { order: sql`ASC`, reverse: sql`DESC`, after: sql`>` }
    : { order: sql`DESC`, reverse: sql`ASC`, after: sql`<` };

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
  /** The same with one row for each plan, and none for the locks of claims, whose campaign has one; undefined of what has neither. */
  readonly grouped?: RawBuilder<unknown>;
  /** The same by amount, of what is in BCH. */
  readonly amount: RawBuilder<unknown>;
  readonly amountKeyed: RawBuilder<unknown>;
  /** What its words are searched in, as the index has it. */
  readonly words: RawBuilder<unknown>;
}

const CREATED = sql`created_at`;
/** The same time; an index over the one does not serve an order by the other. */
const CREATED_SUM = sql`(created_at + 0)`;

const STREAM_COLUMNS = sql`
  id, stream_id AS display_id, sender, recipient, token_type, token_category, total_amount, status,
  withdrawn_amount, stream_type, start_time, end_time, cliff_timestamp, interval_seconds, periods,
  amount_per_period, payment_interval, contract, move_delay, initial_commitment, plan_announcement, plan_group, tranche_list,
  state_txid IS NOT NULL AS is_open, plan_id,
  NULL::bigint AS max_claims, NULL::uuid AS vault_id,
  coalesce(description, recipient_name) AS title`;

/** What says which contract a stream has, of what is none. */
const NO_CONTRACT = sql`
  NULL::text AS contract, NULL::integer AS move_delay, NULL::text AS initial_commitment, NULL::text AS plan_announcement,
  NULL::smallint AS plan_group, NULL::text AS tranche_list, false AS is_open, NULL::uuid AS plan_id`;

/** What of a stream's or payment's terms only those have. */
const NO_SCHEDULE = sql`
  NULL::text AS stream_type, NULL::bigint AS start_time, NULL::bigint AS end_time, NULL::bigint AS cliff_timestamp,
  NULL::bigint AS interval_seconds, NULL::integer AS periods, NULL::numeric AS amount_per_period, NULL::text AS payment_interval,
  ${NO_CONTRACT}`;

const NO_TERMS = sql`NULL::numeric AS withdrawn_amount, ${NO_SCHEDULE}`;

const STREAM_WORDS = sql`coalesce(description, '') || ' ' || coalesce(recipient_name, '')`;

const ofStreams = (product: 'stream' | 'payment', activity: Activity): Source => ({
  columns: sql`${sql.lit(activity)} AS activity, ${STREAM_COLUMNS}`,
  from: sql`streams`,
  // Written out, so that every plan knows which product's indexes serve.
  where: sql`product = ${sql.lit(product)}`,
  order: CREATED_SUM,
  // The key names the product. Naming it twice would make Postgres read the indexes of all its rows beside.
  keyed: sql`(product || token_type || status) = keys.key`,
  keyedOrder: CREATED,
  grouped: sql`(product || token_type || status || '') = keys.key AND (plan_id IS NULL OR plan_index = 1) AND campaign_id IS NULL`,
  amount: sql`total_amount`,
  amountKeyed: sql`(product || status) = keys.key`,
  words: STREAM_WORDS,
});

/** All of them are in BCH. */
export const CURRENCY_PAYMENTS = sql`(
  SELECT *, 'BCH'::text AS token_type, NULL::text AS token_category FROM currency_payments) AS currency_payments`;

export const SOURCES: Readonly<Record<Activity, Source>> = {
  STREAM: ofStreams('stream', 'STREAM'),
  PAYMENT: ofStreams('payment', 'PAYMENT'),
  AIRDROP: {
    columns: sql`
      'AIRDROP' AS activity, id, campaign_id AS display_id, creator AS sender, '' AS recipient, token_type, token_category,
      total_amount, status, ${NO_TERMS}, claims AS max_claims, NULL::uuid AS vault_id, title`,
    from: sql`airdrop_campaigns`,
    where: sql`true`,
    order: CREATED,
    keyed: sql`(token_type || status) = keys.key`,
    keyedOrder: CREATED_SUM,
    amount: sql`total_amount`,
    amountKeyed: sql`(status || '') = keys.key`,
    words: sql`title || ' ' || coalesce(description, '')`,
  },
  TREASURY: {
    columns: sql`
      'TREASURY' AS activity, id, proposal_id AS display_id, '' AS sender, recipient, token_type, token_category,
      amount AS total_amount, status, ${NO_TERMS}, NULL::bigint AS max_claims, vault_id, reason AS title`,
    from: sql`vault_proposals`,
    where: sql`is_public`,
    order: CREATED,
    keyed: sql`(CASE WHEN is_public THEN token_type || status END) = keys.key`,
    keyedOrder: CREATED_SUM,
    amount: sql`amount`,
    amountKeyed: sql`(CASE WHEN is_public THEN status END) = keys.key`,
    words: sql`coalesce(reason, '')`,
  },
  CURRENCY_PAYMENT: {
    columns: sql`
      'CURRENCY_PAYMENT' AS activity, id, payment_id AS display_id, sender, recipient, token_type, token_category,
      opening_satoshis AS total_amount, status, total_paid AS withdrawn_amount, NULL::text AS stream_type, NULL::bigint AS start_time,
      NULL::bigint AS end_time, NULL::bigint AS cliff_timestamp, NULL::bigint AS interval_seconds, periods, amount_per_period,
      payment_interval, ${NO_CONTRACT}, NULL::bigint AS max_claims, NULL::uuid AS vault_id, recipient_name AS title`,
    from: CURRENCY_PAYMENTS,
    where: sql`true`,
    order: CREATED,
    keyed: sql`('BCH' || status) = keys.key`,
    keyedOrder: CREATED_SUM,
    amount: sql`opening_satoshis`,
    amountKeyed: sql`(status || '') = keys.key`,
    words: sql`coalesce(recipient_name, '')`,
  },
  PURSE: {
    columns: sql`
      'PURSE' AS activity, id, '#WEIR-PURSE-' || upper(right(id::text, 8)) AS display_id, '' AS sender, '' AS recipient, token_type,
      token_category, amount AS total_amount, status, paid AS withdrawn_amount, ${NO_SCHEDULE}, NULL::bigint AS max_claims, vault_id,
      (SELECT name FROM vaults WHERE vaults.id = purses.vault_id) AS title`,
    from: sql`purses`,
    where: sql`is_public AND status <> 'PENDING'`,
    order: CREATED,
    keyed: sql`(CASE WHEN is_public THEN token_type || status END) = keys.key`,
    keyedOrder: CREATED_SUM,
    amount: sql`amount`,
    amountKeyed: sql`(CASE WHEN is_public THEN status END) = keys.key`,
    // It has none of its own.
    words: sql`''`,
  },
};

/**
 * One walk along an index. The place is shown as the index has it, so that the walks are known to come in the order of the page: they
 * are merged without a sort, and read no further than the page takes.
 */
const walk = (
  { columns, from: table, words }: Source,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { after, limit, from, to, ...part }: PagePart,
): RawBuilder<unknown> => {
  const direction = directionOf(part);
  const further =
    after === undefined ? sql`` : sql`AND (${order}, id) ${direction.after} (${after.createdAt}, ${after.id})`;
  const since = from === undefined ? sql`` : sql`AND ${order} >= ${from}`;
  const until = to === undefined ? sql`` : sql`AND ${order} <= ${to}`;
  return sql`SELECT ${columns}, created_at, ${order} AS place, ${words} AS words FROM ${table} WHERE ${where} ${further} ${since} ${until}
    ORDER BY ${order} ${direction.order}, id ${direction.order} LIMIT ${sql.lit(plannedLimit(limit))}`;
};

const byKeys = (keys: readonly string[], each: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  keys.length === 0
    ? []
    : [sql`(SELECT found.* FROM unnest(${keys}::text[]) AS keys (key) CROSS JOIN LATERAL (${each}) AS found)`];

const walksOf = (activity: Activity, filter: ActivityFilter, part: PagePart): RawBuilder<unknown>[] => {
  const source = SOURCES[activity];
  if (part.sort === 'largest') {
    const keyed = sql`token_type = 'BCH' AND ${source.amountKeyed}`;
    return byKeys(amountKeysOf(activity, filter), walk(source, keyed, source.amount, part));
  }
  if (part.isGrouped === true && source.grouped !== undefined)
    return byKeys(everyKeyOf(activity, filter), walk(source, source.grouped, source.keyedOrder, part));
  const keys = keysOf(activity, filter);
  if (keys === undefined) return [sql`(${walk(source, source.where, source.order, part)})`];
  return byKeys(keys, walk(source, source.keyed, source.keyedOrder, part));
};

/** Returns the products behind a filter. */
export const activitiesOf = ({ activity }: ActivityFilter): readonly Activity[] =>
  ACTIVITIES.filter((each) => activity === undefined || activity === each);

/**
 * Returns the rows behind a filter as one relation, up to a number of each kind: everything that a page can need of them,
 * found along indexes alone. Undefined where no row can match.
 */
export const activityWalks = (filter: ActivityFilter, part: PagePart): RawBuilder<unknown> | undefined => {
  const walks = activitiesOf(filter).flatMap((activity) => walksOf(activity, filter, part));
  return walks.length === 0 ? undefined : sql.join(walks, sql` UNION ALL `);
};

/** Returns rows by their ids as one relation. @param ids uuids of any product */
const rowsById = (filter: ActivityFilter, ids: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    activitiesOf(filter).map((activity) => {
      const { columns, from, where } = SOURCES[activity];
      return sql`(SELECT ${columns}, created_at, created_at AS place, NULL AS words FROM ${from} WHERE ${where} AND id = ANY(${ids}::uuid[]))`;
    }),
    sql` UNION ALL `,
  );

/** Filters, order and place of a page of the explorer. */
export interface ActivityPageRequest
  extends ActivityFilter, PageRequest, Pick<PagePart, 'sort' | 'from' | 'to' | 'isGrouped'> {
  /** Words to search for, as Postgres reads a `tsquery`. */
  readonly words?: string | undefined;
}

const PAGE = sql.raw(
  [
    'activity, id, display_id, title, created_at, recipient, token_type, token_category, total_amount, status, withdrawn_amount',
    'stream_type, start_time, end_time, cliff_timestamp, interval_seconds, periods, amount_per_period, payment_interval',
    'contract, move_delay, initial_commitment, plan_announcement, plan_group, tranche_list, is_open, max_claims, place',
  ]
    .join(', ')
    .replace(/\w+/g, 'page.$&'),
);

/** What lanes paid, where a vault is, what a payment's currency is and what a plan holds, is looked up for the rows of the page alone. */
const shownRows = (rows: RawBuilder<unknown>, part: Pick<PagePart, 'limit' | 'sort'>): RawBuilder<ActivityRow> => {
  const { order } = directionOf(part);
  return sql<ActivityRow>`
    SELECT ${PAGE}, coalesce((SELECT contract_address FROM vaults WHERE id = page.vault_id), page.sender) AS sender,
      coalesce(claims.amount, 0) AS claimed_amount, coalesce(claims.count, 0) AS claimed_count,
      currency.payment_count, currency.currency, currency.decimals,
      page.plan_id, plans.plan_id AS plan_number, funded.streams AS plan_streams,
      CASE WHEN funded.is_whole THEN plans.principal END AS plan_amount
    FROM (SELECT * FROM (${rows}) AS merged ORDER BY place ${order}, id ${order} LIMIT ${part.limit}) AS page
    LEFT JOIN LATERAL (
      SELECT sum(claimed_amount) AS amount, sum(claims)::bigint AS count FROM airdrop_lanes
      WHERE page.activity = 'AIRDROP' AND campaign_id = page.id) AS claims ON true
    LEFT JOIN currency_payments AS currency ON page.activity = 'CURRENCY_PAYMENT' AND currency.id = page.id
    LEFT JOIN plans ON plans.id = page.plan_id
    LEFT JOIN LATERAL (
      SELECT sum(streams) FILTER (WHERE status = 'ACTIVE')::integer AS streams, bool_and(status = 'ACTIVE') AS is_whole
      FROM plan_fundings WHERE plan_id = page.plan_id) AS funded ON true
    ORDER BY page.place ${order}, page.id ${order}`;
};

/** Returns the rows of a page as one query; undefined where no row can match. */
export const pageQuery = (filter: ActivityFilter, part: PagePart): RawBuilder<ActivityRow> | undefined => {
  const walks = activityWalks(filter, part);
  return walks && shownRows(walks, part);
};

/** Reads rows of the explorer by their ids, in an order. */
export const activityById = async (
  db: Database,
  filter: ActivityFilter,
  ids: readonly string[],
  sort: ActivitySort | undefined,
): Promise<readonly ActivityRow[]> =>
  ids.length === 0 ? [] : (await shownRows(rowsById(filter, ids), { limit: ids.length, sort }).execute(db)).rows;

/**
 * Lists one page of all products in an order. A page never repeats or skips a row because of rows made meanwhile, and
 * costs the same at any depth and any number of rows.
 *
 * @throws InvalidCursorError
 */
export async function listActivity(db: Database, request: ActivityPageRequest): Promise<Page<ActivityRecord>> {
  const { limit, sort, from, to, isGrouped } = request;
  const page = pageQuery(request, { after: placeOf(request), limit: limit + 1, sort, from, to, isGrouped });
  const found = page === undefined ? [] : (await sql<ActivityRow>`${PREPARED} ${page}`.execute(db)).rows;
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    nextCursor:
      last !== undefined && found.length > limit ? encodeCursor({ createdAt: Number(last.place), id: last.id }) : null,
  };
}
