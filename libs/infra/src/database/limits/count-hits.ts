import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { deleteInBatches } from '../delete-in-batches.js';

/** How many requests a client has made in its present window, over all replicas. */
export interface HitCount {
  readonly hits: number;
  /** Until the next window begins, milliseconds. */
  readonly msLeft: number;
}

interface CountRow {
  readonly key: string;
  readonly hits: number;
  readonly msLeft: number;
}

/** Cleared out by one statement at most. */
const CLEARED = 5_000;

const NOW_MS = sql`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/**
 * Adds hits of many clients by one statement. Windows begin at multiples of their length by the database's clock, so
 * that replicas agree without coordination. Rows are locked in the order of their keys, so that concurrent batches
 * cannot deadlock.
 */
export const countHits = async (
  db: Database,
  hits: ReadonlyMap<string, number>,
  windowMs: number,
): Promise<ReadonlyMap<string, HitCount>> => {
  const { rows } = await sql<CountRow>`
    INSERT INTO rate_limits AS counted (key, window_end, hits)
    SELECT added.key, (${NOW_MS} / ${windowMs}::bigint + 1) * ${windowMs}::bigint, added.hits
    FROM unnest(${[...hits.keys()]}::text[], ${[...hits.values()]}::integer[]) AS added (key, hits)
    ORDER BY added.key
    ON CONFLICT (key) DO UPDATE SET
      window_end = greatest(counted.window_end, excluded.window_end),
      hits = excluded.hits + CASE WHEN counted.window_end >= excluded.window_end THEN counted.hits ELSE 0 END
    RETURNING key, hits, window_end - ${NOW_MS} AS ms_left`.execute(db);
  return new Map(rows.map(({ key, hits, msLeft }) => [key, { hits, msLeft: Math.max(0, msLeft) }]));
};

/** Removes counts of windows that are over. */
export const clearCounts = (db: Database): Promise<void> =>
  deleteInBatches(
    db,
    CLEARED,
    sql`DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE window_end <= ${NOW_MS} LIMIT ${CLEARED} FOR UPDATE SKIP LOCKED)`,
  );
