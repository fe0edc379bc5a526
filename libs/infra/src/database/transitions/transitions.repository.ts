import type { RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import type { ResourceType } from '../record-types.js';
import {
  READABLE_COLUMNS,
  toNewTransitionRow,
  toTransitionRecord,
  type Block,
  type NewTransition,
  type Resource,
  type TransitionRecord,
} from './transition-record.js';

/** Lists all transitions of a resource, the funding first. */
export async function transitionsOf(db: Database, resource: Resource): Promise<readonly TransitionRecord[]> {
  const rows = await db
    .selectFrom('transitions')
    .select(READABLE_COLUMNS)
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .orderBy('sequence')
    .execute();
  return rows.map(toTransitionRecord);
}

/** Returns the transition of a resource that this transaction made, if it is recorded. */
export async function transitionByHash(
  db: Database,
  resource: Resource,
  txHash: string,
): Promise<TransitionRecord | undefined> {
  const row = await db
    .selectFrom('transitions')
    .select(READABLE_COLUMNS)
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  return row && toTransitionRecord(row);
}

/** Lists the transitions of some resources of a type that one transaction made. */
export async function transitionsByHash(
  db: Database,
  type: ResourceType,
  ids: readonly string[],
  txHash: string,
): Promise<readonly TransitionRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('transitions')
    .select(READABLE_COLUMNS)
    .where('resourceType', '=', type)
    .where('resourceId', 'in', ids)
    .where('txHash', '=', txHash)
    .execute();
  return rows.map(toTransitionRecord);
}

/**
 * Adds a transition at the end of the sequence. The caller holds the lock of the resource's row and has made sure that
 * the transaction is not recorded yet.
 *
 * @param stateBefore a jsonb expression: what to put back into the resource's row when this transition is undone
 */
export async function appendTransition(
  db: Database,
  resource: Resource,
  transition: NewTransition,
  stateBefore: RawBuilder<unknown>,
): Promise<TransitionRecord> {
  const row = await db
    .insertInto('transitions')
    .values((eb) => ({
      ...toNewTransitionRow(resource, transition),
      stateBefore: stateBefore,
      sequence: eb
        .selectFrom('transitions')
        .select((inner) => inner(inner.fn.coalesce(inner.fn.max('sequence'), inner.lit(0)), '+', 1).as('next'))
        .where('resourceType', '=', resource.type)
        .where('resourceId', '=', resource.id),
    }))
    .returning(READABLE_COLUMNS)
    .executeTakeFirstOrThrow();
  return toTransitionRecord(row);
}

/**
 * Stores the block that mined a transaction, or with null that it is back in the mempool.
 *
 * @returns whether it is recorded
 */
export async function setTransitionBlock(
  db: Database,
  resource: Resource,
  txHash: string,
  block: Block | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transitions')
    .set({ blockHeight: block?.height ?? null, blockHash: block?.hash ?? null })
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the end of a sequence. @returns what was deleted, in order */
export async function deleteTransitionsFrom(
  db: Database,
  resource: Resource,
  sequence: number,
): Promise<readonly TransitionRecord[]> {
  const rows = await db
    .deleteFrom('transitions')
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .where('sequence', '>=', sequence)
    .returning(READABLE_COLUMNS)
    .execute();
  return rows.map(toTransitionRecord).sort((a, b) => a.sequence - b.sequence);
}
