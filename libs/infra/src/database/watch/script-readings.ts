import type { Database } from '../create-database.js';
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
    .insertInto('script_readings')
    .values({ resource_type: resource.type, resource_id: resource.id, status, head })
    .onConflict((conflict) => conflict.columns(['resource_type', 'resource_id']).doUpdateSet({ status, head }))
    .execute();
}
