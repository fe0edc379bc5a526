import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { ResourceType } from '../record-types.js';
import type { Block } from '../transitions/transition-record.js';

/** A step that the chain can still take back. */
export interface UnfinalTransition {
  readonly resourceId: string;
  readonly kind: string;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
}

/** All steps of a type of resources that are not final. */
export async function unfinalTransitions(db: Database, type: ResourceType): Promise<readonly UnfinalTransition[]> {
  const rows = await db
    .selectFrom('transitions')
    .select(['resource_id', 'kind', 'block_height', 'block_hash'])
    .where('resource_type', '=', type)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`NOT final`)
    .execute();
  return rows.map(({ resource_id, kind, block_height, block_hash }) => ({
    resourceId: resource_id,
    kind,
    block: block_height === null || block_hash === null ? null : { height: block_height, hash: block_hash },
  }));
}

/** Marks the steps mined in these blocks as final. @returns how many */
export async function finaliseBlocks(db: Database, type: ResourceType, hashes: readonly string[]): Promise<bigint> {
  if (hashes.length === 0) return 0n;
  const { numUpdatedRows } = await db
    .updateTable('transitions')
    .set({ final: true })
    .where('resource_type', '=', type)
    .where('block_hash', 'in', hashes)
    .where(sql<boolean>`NOT final`)
    .executeTakeFirst();
  return numUpdatedRows;
}
