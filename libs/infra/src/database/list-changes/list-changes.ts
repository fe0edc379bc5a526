import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { advisoryLockKey } from '../sql/advisory-lock-key.js';
import type { StreamProduct } from '../sql/columns.js';
import { deleteInBatches, PREPARED } from '../sql/statements.js';
import { begunAfter } from '../standbys/begun-after.js';

/** A name under which the triggers of migration 044 report changes. A list's answer depends on any number of them. */
export type ListTopic = string;

/** Returns the topic of all rows of a product. */
export const productTopic = (product: StreamProduct): ListTopic => product;
/**
 * Returns the topic of the rows of a product whose sender or recipient is a party.
 *
 * @param key by which parties are compared
 */
export const partyTopic = (product: StreamProduct, key: string): ListTopic => `${product}:${key}`;
export const AIRDROP_TOPIC: ListTopic = 'airdrop';
/** Returns the topic of a creator's campaigns. @param hash hex */
export const creatorTopic = (hash: string): ListTopic => `airdrop:${hash}`;
/** Payments in a currency. */
export const CURRENCY_TOPIC: ListTopic = 'currency_payment';
/** Purses of public vaults. */
export const PURSE_TOPIC: ListTopic = 'purse';
/** Proposals of public vaults. */
export const PROPOSAL_TOPIC: ListTopic = 'proposal';
/** The names of tokens. */
export const TOKEN_TOPIC: ListTopic = 'token';
/** The topic of a change that touches too many topics: every list depends on it. */
const EVERY_TOPIC: ListTopic = '*';

/** How many changed topics are remembered before all of them count as changed. */
const MAX_TOPICS = 100_000;

/** Counts the changes of topics in memory. */
const createTopicVersions = () => {
  const versions = new Map<ListTopic, number>();
  let changes = 0;
  let allChangedAt = 0;

  const changeAll = (): void => {
    versions.clear();
    allChangedAt = changes += 1;
  };
  return {
    /** Counts a change of all. */
    changeAll,
    /** Counts a change of each. */
    change(topics: readonly ListTopic[]) {
      if (topics.includes(EVERY_TOPIC) || versions.size + topics.length > MAX_TOPICS) {
        changeAll();
        return;
      }
      changes += 1;
      for (const topic of topics) versions.set(topic, changes);
    },
    // Each number is used once, so the highest one identifies the state of all of them.
    /** Names the state of these: the same name for as long as none of them changes. */
    nameOf: (topics: readonly ListTopic[]) =>
      Math.max(allChangedAt, ...topics.map((topic) => versions.get(topic) ?? 0)).toString(),
  };
};

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
export const createListChanges = (db: Database) => {
  const versions = createTopicVersions();
  /** Transactions from here on are looked at: all before had ended at the look before. */
  let since = 0n;
  /** Of those from there on everything that was reported already. */
  let applied: ReadonlySet<string> = new Set();
  let timeline: string | null = null;

  const take = (rows: readonly ChangeRow[]): void => {
    const [first] = rows;
    if (first === undefined) throw new Error('The database returned no snapshot');
    // After a failover transactions may be lost, and their numbers given again to others.
    const isOther = first.timeline !== timeline;
    timeline = first.timeline;
    if (isOther || rows.length > MAX_CHANGES || BigInt(first.floor) > since) versions.changeAll();
    else for (const { xid, topics } of rows) if (xid !== null && !applied.has(xid)) versions.change(topics ?? []);
    since = BigInt(first.horizon);
    applied = new Set(rows.flatMap(({ xid }) => (xid !== null && BigInt(xid) >= since ? [xid] : [])));
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

  const lookAgain = begunAfter(look);

  return {
    /**
     * Asks the database what has changed, and names the state of some topics: while the name stays the same, no commit before the
     * call, by any process, has changed them.
     *
     * Throws the errors of the database.
     */
    async nameOf(topics: readonly ListTopic[]) {
      await lookAgain();
      return versions.nameOf(topics);
    },
  };
};

/** Names the state of the data that answers depend on. */
export type ListChanges = ReturnType<typeof createListChanges>;

/** How many one statement removes: behind a long transaction millions wait, more than one could remove in its time. */
const AT_ONCE = 50_000;

const LOCK = advisoryLockKey('list-changes');

/**
 * Removes the changes of lists by transactions before `floor`, and stores the floor in the same transaction: a process that has
 * not read them yet sees by it that they are gone. Does nothing while another process does the same.
 *
 * @param floor an `xid8`, before which every transaction has ended
 */
export const clearListChanges = (db: Database, floor: bigint): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`.execute(trx);
    if (rows[0]?.mine !== true) return;
    const text = floor.toString();
    await sql`UPDATE list_changes_floor SET xid = ${text}::xid8 WHERE xid < ${text}::xid8`.execute(trx);
    await deleteInBatches(
      trx,
      AT_ONCE,
      sql`DELETE FROM list_changes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM list_changes WHERE xid < ${text}::xid8 LIMIT ${AT_ONCE}))`,
    );
  });

/** Returns the oldest transaction that may still write: every one before it has ended. */
export const readHorizon = async (db: Database): Promise<bigint> => {
  const { rows } = await sql<{ xid: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`.execute(db);
  return BigInt(rows[0]?.xid ?? 0);
};
