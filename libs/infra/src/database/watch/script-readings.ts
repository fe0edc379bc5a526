import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { StreamRecord } from '../streams/stream-record.js';
import type { Resource } from '../transitions/transition-record.js';

/** The history of its script that a resource's record is based on. */
export interface ScriptReading {
  /** Electrum's digest of the history that was read; null for an empty one. */
  readonly status: string | null;
  /** The transaction of the resource's state then; null without one. */
  readonly head: string | null;
}

/** Stores that a resource's record holds everything that a history of its script shows. */
export async function saveScriptReading(
  db: Database,
  resource: Resource,
  { status, head }: ScriptReading,
): Promise<void> {
  await db
    .insertInto('scriptReadings')
    .values({ resourceType: resource.type, resourceId: resource.id, status, head })
    .onConflict((conflict) => conflict.columns(['resourceType', 'resourceId']).doUpdateSet({ status, head }))
    .execute();
}

/**
 * Stores the same of a stream, unless its row moved since it was read. It takes no lock: a row that moves at this moment has another
 * head than the reading, and is read again.
 *
 * @returns whether the row is as it was read
 */
export async function saveStreamReading(
  db: Database,
  { id, state, status }: Pick<StreamRecord, 'id' | 'state' | 'status'>,
  reading: ScriptReading,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO script_readings (resource_type, resource_id, status, head)
    SELECT 'stream', id, ${reading.status}::text, ${reading.head}::text FROM streams
    WHERE id = ${id} AND status = ${status} AND state_txid IS NOT DISTINCT FROM ${state?.txid ?? null}
    ON CONFLICT (resource_type, resource_id) DO UPDATE SET status = excluded.status, head = excluded.head
    RETURNING resource_id`.execute(db);
  return rows.length > 0;
}
