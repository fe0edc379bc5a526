import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { TransactionHashInUseError } from '../database-errors.js';
import type { Resource } from './transition-record.js';

/**
 * Reserves a transaction hash for a resource. Of two concurrent attempts, the second waits for the first.
 *
 * @returns true when it is new, false when this resource had it already
 * @throws TransactionHashInUseError when another resource has it
 */
export async function useTransactionHash(db: Database, txHash: string, resource: Resource): Promise<boolean> {
  const added = await db
    .insertInto('transactionUses')
    .values({ txHash: txHash, resourceType: resource.type, resourceId: resource.id })
    .onConflict((conflict) => conflict.column('txHash').doNothing())
    .returning('txHash')
    .executeTakeFirst();
  if (added !== undefined) return true;
  const use = await db.selectFrom('transactionUses').selectAll().where('txHash', '=', txHash).executeTakeFirstOrThrow();
  if (use.resourceType === resource.type && use.resourceId === resource.id) return false;
  throw new TransactionHashInUseError(txHash, use.resourceType, use.resourceId);
}

/** Releases hashes of a resource, so that they are verified again when they come back. */
export async function releaseTransactionHashes(
  db: Database,
  txHashes: readonly string[],
  resource: Resource,
): Promise<void> {
  if (txHashes.length === 0) return;
  await db
    .deleteFrom('transactionUses')
    // As one value: a statement takes 65,535, and a lane may lose more steps at once.
    .where(sql<boolean>`tx_hash = ANY(${[...txHashes]}::text[])`)
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .execute();
}
