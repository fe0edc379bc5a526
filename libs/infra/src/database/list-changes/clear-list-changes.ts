import { sql } from 'kysely';
import { advisoryLockKey } from '../advisory-lock-key.js';
import type { Database } from '../create-database.js';
import { deleteInBatches } from '../delete-in-batches.js';

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
