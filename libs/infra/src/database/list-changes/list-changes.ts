import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { PREPARED } from '../prepared.js';
import { begunAfter } from '../standbys/begun-after.js';
import type { ListTopic } from './list-topics.js';
import { createTopicVersions } from './topic-versions.js';

/** Names the state of the data that answers depend on. */
export interface ListChanges {
  /**
   * Asks the database what has changed, and names the state of some topics: while the name stays the same, no commit before the
   * call, by any process, has changed them.
   *
   * Throws whatever the database throws.
   */
  nameOf(topics: readonly ListTopic[]): Promise<string>;
}

/** How many changes one look reads: with more, everything counts as changed. */
const MAX_CHANGES = 1_000;

interface ChangeRow {
  /** Which history of the database this is; null of a standby, which goes on with its primary's. */
  readonly timeline: string | null;
  /** The oldest transaction that may still write; all before it have ended. */
  readonly horizon: string;
  /** Changes of transactions before it are no longer kept. */
  readonly floor: string;
  readonly xid: string | null;
  readonly topics: string[] | null;
}

/**
 * Reads what has changed since the last read from `list_changes` (migration 044): one short statement, shared by all
 * callers that arrive while the one before is running.
 *
 * A read takes what was written by transactions that had not ended, or not begun, at the read before. Commits may come
 * in any order: a transaction's rows are seen exactly when its changes are, since both are rows, of one snapshot. It
 * depends on no sequence and no clock. Standbys know of the running transactions only the oldest, and this needs no
 * more.
 *
 * @param db where the answers are read, too
 */
export const createListChanges = (db: Database): ListChanges => {
  const versions = createTopicVersions();
  /** Transactions from here on are looked at: all before had ended at the look before. */
  let since = 0n;
  /** Of those from there on whatever was told already. */
  let told: ReadonlySet<string> = new Set();
  let timeline: string | null = null;

  const take = (rows: readonly ChangeRow[]): void => {
    const [first] = rows;
    if (first === undefined) throw new Error('The database tells no snapshot');
    // After a failover transactions may be lost, and their numbers given again to others.
    const isOther = first.timeline !== timeline;
    timeline = first.timeline;
    if (isOther || rows.length > MAX_CHANGES || BigInt(first.floor) > since) versions.changeAll();
    else for (const { xid, topics } of rows) if (xid !== null && !told.has(xid)) versions.change(topics ?? []);
    since = BigInt(first.horizon);
    told = new Set(rows.flatMap(({ xid }) => (xid !== null && BigInt(xid) >= since ? [xid] : [])));
  };

  const look = async (): Promise<void> => {
    const { rows } = await sql<ChangeRow>`${PREPARED}
      SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
        pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, floor.xid::text AS floor, changes.xid::text AS xid, changes.topics
      FROM list_changes_floor AS floor LEFT JOIN LATERAL (
        SELECT xid, topics FROM list_changes WHERE xid >= ${since.toString()}::xid8 ORDER BY xid LIMIT ${sql.lit(MAX_CHANGES + 1)}
      ) AS changes ON true`.execute(db);
    take(rows);
  };

  const lookAnew = begunAfter(look);

  return {
    async nameOf(topics) {
      await lookAnew();
      return versions.nameOf(topics);
    },
  };
};
