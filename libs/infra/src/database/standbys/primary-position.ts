import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { PREPARED } from '../prepared.js';
import { TIMELINE } from '../servers/timeline.js';
import { begunAfter } from './begun-after.js';

/** A place in the write-ahead log of a primary. */
export interface WalPosition {
  /** Bytes since the beginning of the log. */
  readonly lsn: bigint;
  /** Which log: the id of the primary's timeline. */
  readonly timeline: string;
}

interface Row {
  readonly lsn: bigint;
  readonly number: number;
  readonly timeline: string | null;
}

/**
 * Reads the position of the primary's log that includes every commit so far; concurrent callers share the next read.
 *
 * A commit is flushed before anybody learns of it, so the flush position counts; with `synchronous_commit` off the
 * write position does.
 *
 * @param db the primary's; its functions of the log throw on a standby
 */
export const createPrimaryPosition = (db: Database): (() => Promise<WalPosition>) => {
  const query = sql<Row>`${PREPARED}
    SELECT log.lsn - '0/0'::pg_lsn AS lsn, log.number, (SELECT id FROM server_timelines WHERE number = log.number) AS timeline
    FROM (SELECT
      CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn,
      ${sql.raw(TIMELINE)} AS number
    ) AS log`.compile(db);

  return begunAfter(async () => {
    for (;;) {
      const [row] = (await db.executeQuery(query)).rows;
      if (row === undefined) throw new Error('The database names no place in its log');
      if (row.timeline !== null) return { lsn: row.lsn, timeline: row.timeline };
      await sql`INSERT INTO server_timelines (number) VALUES (${row.number}) ON CONFLICT DO NOTHING`.execute(db);
    }
  });
};
