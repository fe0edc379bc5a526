import type { Database } from '../create-database.js';
import type { Resource } from '../transitions/transition-record.js';

/** The history of its script that a resource's record is based on. */
export interface ScriptReading {
  /** Electrum's digest of the history that was read; null for an empty one. */
  readonly status: string | null;
  /** The transaction of the resource's state then; null without one. */
  readonly head: string | null;
}

/** A resource whose script is followed, with what shows whether there is something new to read. */
export interface FollowedResource {
  readonly id: string;
  /** Hex. */
  readonly lockingBytecode: string;
  /** The transaction of its state; null without one. */
  readonly head: string | null;
  /** What was read last; null before the first time. */
  readonly reading: ScriptReading | null;
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
