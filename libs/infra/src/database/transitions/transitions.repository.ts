import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ChainRecord } from '@weir/kinds';
import type { Database } from '../create-database.js';
import type { Tables } from '../generated/tables.js';
import { TransactionHashInUseError } from '../sql/database-errors.js';
import { snakeCase } from '../sql/names.js';
import { NOW } from '../sql/statements.js';
import {
  type Block,
  blockColumns,
  type NewTransition,
  ofResource,
  READABLE_COLUMNS,
  type HashUser,
  type Resource,
  toNewTransitionRow,
  toTransitionRecord,
  type TransitionRecord,
} from './transition-record.js';

/** Lists all transitions of a resource, the funding first. */
export async function transitionsOf(db: Database, resource: Resource): Promise<readonly TransitionRecord[]> {
  const rows = await db
    .selectFrom('transitions')
    .select(READABLE_COLUMNS)
    .where(ofResource(resource))
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
    .where(ofResource(resource))
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  return row && toTransitionRecord(row);
}

/** Lists the transitions of some resources of a type that one transaction made. */
export async function transitionsByHash(
  db: Database,
  type: ChainRecord,
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
      stateBefore,
      sequence: eb
        .selectFrom('transitions')
        .select((inner) => inner(inner.fn.coalesce(inner.fn.max('sequence'), inner.lit(0)), '+', 1).as('next'))
        .where(ofResource(resource)),
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
    .set(blockColumns.columns(block))
    .where(ofResource(resource))
    .where('txHash', '=', txHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks transitions up to one as final. */
export async function finaliseUpTo(db: Database, resource: Resource, sequence: number): Promise<void> {
  await db
    .updateTable('transitions')
    .set({ final: true })
    .where(ofResource(resource))
    .where('sequence', '<=', sequence)
    .where(sql<boolean>`NOT final`)
    .execute();
}

/** Deletes the end of a sequence. @returns what was deleted, in order */
export async function deleteTransitionsFrom(
  db: Database,
  resource: Resource,
  sequence: number,
): Promise<readonly TransitionRecord[]> {
  const rows = await db
    .deleteFrom('transitions')
    .where(ofResource(resource))
    .where('sequence', '>=', sequence)
    .returning(READABLE_COLUMNS)
    .execute();
  return rows.map(toTransitionRecord).sort((a, b) => a.sequence - b.sequence);
}

/** The columns of a table's rows that transitions change, and that are restored when they are rolled back. */
export interface ChainColumns<Row> {
  /** These columns of a row as one jsonb object; its numbers are exact in Postgres. */
  state(id: string): RawBuilder<unknown>;
  /** The same of a row that a statement reads. @param alias of the table in it */
  stateOf(alias: string): RawBuilder<unknown>;
  /**
   * Puts back the columns from before a transition.
   * @returns the row, or undefined when there is no such transition
   */
  restore(db: Database, resource: Resource, sequence: number): Promise<Row | undefined>;
}

/**
 * Makes what stores and restores the chain columns of a table's rows.
 *
 * @param names the columns that transitions change
 */
export const chainColumns = <Name extends 'streams' | 'vaults' | 'currencyPayments' | 'purses'>(
  name: Name,
  names: readonly (keyof Tables[Name] & string)[],
): ChainColumns<Selectable<Tables[Name]>> => {
  const table = sql.table(name);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  return {
    state: (id) => sql`(SELECT to_jsonb(kept) FROM (SELECT ${columns} FROM ${table} WHERE id = ${id}) AS kept)`,
    stateOf: (alias) =>
      sql`jsonb_build_object(${sql.join(names.flatMap((column) => [sql.lit(snakeCase(column)), sql.ref(`${alias}.${column}`)]))})`,
    async restore(db, resource, sequence) {
      const { rows } = await sql<Selectable<Tables[Name]>>`
        UPDATE ${table} AS restored SET
          (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, undone.state_before)),
          updated_at = ${NOW}
        FROM transitions AS undone
        WHERE restored.id = ${resource.id} AND undone.resource_type = ${resource.type}
          AND undone.resource_id = restored.id AND undone.sequence = ${sequence}
        RETURNING restored.*`.execute(db);
      return rows[0];
    },
  };
};

/**
 * Reserves a transaction hash for a resource. Of two concurrent attempts, the second waits for the first.
 *
 * @returns true when it is new, false when this resource had it already
 * @throws TransactionHashInUseError when another resource has it
 */
export async function useTransactionHash(db: Database, txHash: string, resource: HashUser): Promise<boolean> {
  const added = await db
    .insertInto('transactionUses')
    .values({ txHash, resourceType: resource.type, resourceId: resource.id })
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
  resource: HashUser,
): Promise<void> {
  if (txHashes.length === 0) return;
  await db
    .deleteFrom('transactionUses')
    // As one value: a statement takes 65,535, and a lane may lose more steps at once.
    .where(sql<boolean>`tx_hash = ANY(${[...txHashes]}::text[])`)
    .where(ofResource(resource))
    .execute();
}
