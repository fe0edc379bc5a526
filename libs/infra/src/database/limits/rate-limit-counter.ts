import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { deleteInBatches } from '../sql/statements.js';

/** How many requests a client has made in its present window, over all replicas. */
interface HitCount {
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
const countHits = async (
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

interface Waiting {
  readonly key: string;
  readonly resolve: (count: HitCount) => void;
  readonly reject: (reason: unknown) => void;
}

const hitsByKey = (batch: readonly Waiting[]): Map<string, number> => {
  const hits = new Map<string, number>();
  for (const { key } of batch) hits.set(key, (hits.get(key) ?? 0) + 1);
  return hits;
};

/**
 * Creates a counter that never has more than one statement running: requests that arrive meanwhile are counted together
 * by the next one. However busy the process is, counting takes one connection, and each request waits for two short
 * round trips at most.
 *
 * @param windowMs The length of a window, milliseconds.
 */
export const createRateLimitCounter = (db: Database, windowMs: number) => {
  const waiting: Waiting[] = [];
  let isCounting = false;
  let clearAt = Date.now() + windowMs;

  const countBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const left = hitsByKey(batch);
      const counts = await countHits(db, left, windowMs);
      for (const { key, resolve } of batch) {
        const { hits = 0, msLeft = 0 } = counts.get(key) ?? {};
        const later = (left.get(key) ?? 1) - 1;
        left.set(key, later);
        resolve({ hits: hits - later, msLeft });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const clearSometimes = async (): Promise<void> => {
    if (Date.now() < clearAt) return;
    clearAt = Date.now() + windowMs;
    // What cannot be cleared now is cleared next time.
    await clearCounts(db).catch(() => undefined);
  };

  const countAll = async (): Promise<void> => {
    isCounting = true;
    while (waiting.length > 0) await countBatch(waiting.splice(0));
    isCounting = false;
    await clearSometimes();
  };

  return {
    /**
     * Counts one more request of a client in its present window.
     *
     * @throws the errors of the database
     */
    hit: (key: string) =>
      new Promise<HitCount>((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (!isCounting) void countAll();
      }),
  };
};

/** Counts the requests of clients, together with every other replica on the database. */
export type RateLimitCounter = ReturnType<typeof createRateLimitCounter>;
