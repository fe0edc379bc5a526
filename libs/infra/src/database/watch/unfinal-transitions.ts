import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { retryTransaction } from '../locks/retry-transaction.js';
import { NIL_ID } from '../nil-id.js';
import type { ResourceType } from '../record-types.js';
import type { Block } from '../transitions/transition-record.js';

/** A step that the chain can still drop. */
export interface UnfinalTransition {
  readonly resourceId: string;
  readonly kind: string;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
}

/** Lists all steps of a type of resources that are not final. */
export async function unfinalTransitions(db: Database, type: ResourceType): Promise<readonly UnfinalTransition[]> {
  const rows = await db
    .selectFrom('transitions')
    .select(['resourceId', 'kind', 'blockHeight', 'blockHash'])
    .where('resourceType', '=', type)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`NOT final`)
    .execute();
  return rows.map(({ resourceId, kind, blockHeight, blockHash }) => ({
    resourceId: resourceId,
    kind,
    block: blockHeight === null || blockHash === null ? null : { height: blockHeight, hash: blockHash },
  }));
}

/** Streams whose steps are marked in one transaction: their rows are locked meanwhile. */
const AT_ONCE = 500;

/** Those of some streams, from one on, that have steps to mark. */
const nextUnfinal = async (db: Database, hashes: readonly string[], after: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('transitions')
    .select('resourceId')
    .distinct()
    .where('resourceType', '=', 'stream')
    .where('blockHash', 'in', hashes)
    .where('resourceId', '>', after)
    .where(sql<boolean>`NOT final`)
    .orderBy('resourceId')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ resourceId }) => resourceId);
};

/**
 * Marks the steps of streams and payments that are mined in these blocks as final, some hundred records at a time. Each
 * is locked first, in one order, since its events are written in the order in which the record changes.
 *
 * @returns how many
 */
export async function finaliseBlocks(db: Database, hashes: readonly string[]): Promise<bigint> {
  if (hashes.length === 0) return 0n;
  let marked = 0n;
  for (let ids = await nextUnfinal(db, hashes, NIL_ID); ids.length > 0;) {
    const batch = ids;
    marked += await retryTransaction(() =>
      db.transaction().execute(async (transaction) => {
        await sql`SELECT FROM streams WHERE id = ANY(${batch}) ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
        const { numUpdatedRows } = await transaction
          .updateTable('transitions')
          .set({ final: true })
          .where('resourceType', '=', 'stream')
          .where(sql<boolean>`resource_id = ANY(${batch})`)
          .where('blockHash', 'in', hashes)
          .where(sql<boolean>`NOT final`)
          .executeTakeFirst();
        return numUpdatedRows;
      }),
    );
    ids = batch.length < AT_ONCE ? [] : await nextUnfinal(db, hashes, batch.at(-1) ?? NIL_ID);
  }
  return marked;
}
