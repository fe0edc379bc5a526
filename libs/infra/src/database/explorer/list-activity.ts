import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { PREPARED } from '../prepared.js';
import type { ActivityFilter } from './activity-filter.js';
import { toActivityRecord, type ActivityRecord, type ActivityRow } from './activity-record.js';
import { activityWalks, type PagePart } from './activity-walks.js';

/** Filters and place of a page of the explorer. */
export interface ActivityPageRequest extends ActivityFilter {
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of the explorer. */
export interface ActivityPage {
  /** Newest first, those of one second by their ids. */
  readonly rows: readonly ActivityRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

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

const preparedPage = (filter: ActivityFilter, part: PagePart): RawBuilder<ActivityRow> | undefined => {
  const page = pageQuery(filter, part);
  return page && sql<ActivityRow>`${PREPARED} ${page}`;
};

/**
 * Lists one page of all products, newest first. A page never repeats or skips a row because of rows made meanwhile, and
 * costs the same at any depth and any number of rows.
 *
 * @throws InvalidCursorError
 */
export async function listActivity(
  db: Database,
  { limit, cursor, ...filter }: ActivityPageRequest,
): Promise<ActivityPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const found = (await preparedPage(filter, { after, limit: limit + 1 })?.execute(db))?.rows ?? [];
  const rows = found.slice(0, limit).map(toActivityRecord);
  const last = rows.at(-1);
  const isCut = last !== undefined && found.length > limit;
  return { rows, nextCursor: isCut ? encodeCursor({ createdAt: last.createdAt, id: last.id }) : null };
}
