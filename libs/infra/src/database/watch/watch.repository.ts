import { type RawBuilder, sql } from 'kysely';
import type { VaultStatus } from '@weir/api-contract/words';
import type { ChainRecord, PaymentStatus, PurseStatus } from '@weir/kinds';
import type { Database } from '../create-database.js';
import { appendEvent, type RollbackCause, wasRolledBack } from '../events/resource-events.js';
import { retryTransaction } from '../locks/transaction-in-turn.js';
import type { StreamStatus } from '../sql/columns.js';
import { NIL_ID } from '../sql/statements.js';
import {
  type Block,
  blockColumns,
  ofResource,
  type Resource,
  type TransitionRecord,
} from '../transitions/transition-record.js';

/** Appends the event of a step that was recorded. A funding that comes back is no longer looked for. @param amount what it moved */
export async function noteStep(
  db: Database,
  resource: Resource,
  step: TransitionRecord,
  amount: bigint,
): Promise<void> {
  const { kind: transition, txHash, source } = step;
  const kind = (await wasRolledBack(db, resource, txHash)) ? 'restored' : 'recorded';
  await appendEvent(db, resource, { kind, transition, txHash, amount, source, because: null });
  if (step.spent === null) await forgetLostFunding(db, resource, txHash);
}

/** Appends the events of steps that were rolled back, the last first. A funding may come back. @param height the tip's */
export async function noteUndone(
  db: Database,
  resource: Resource,
  steps: readonly TransitionRecord[],
  amountOf: (step: TransitionRecord) => bigint,
  { height, ...because }: RollbackCause & { readonly height: number },
): Promise<void> {
  for (const step of steps.toReversed()) {
    const { kind: transition, txHash } = step;
    if (step.spent === null) await rememberLostFunding(db, resource, txHash, height);
    await appendEvent(db, resource, {
      kind: 'rolled_back',
      transition,
      txHash,
      amount: amountOf(step),
      source: 'chain',
      because,
    });
  }
}

/** Stores a funding that was rolled back, in case it comes back. @param height the tip's */
export async function rememberLostFunding(
  db: Database,
  resource: Resource,
  txHash: string,
  height: number,
): Promise<void> {
  await db
    .insertInto('lostFundings')
    .values({ resourceType: resource.type, resourceId: resource.id, txHash, lostHeight: height })
    .onConflict((conflict) =>
      conflict.columns(['resourceType', 'resourceId', 'txHash']).doUpdateSet({ lostHeight: height }),
    )
    .execute();
}

/** Lists the fundings that a resource lost and may get again. */
export async function lostFundingsOf(db: Database, resource: Resource): Promise<readonly string[]> {
  const rows = await db.selectFrom('lostFundings').select('txHash').where(ofResource(resource)).execute();
  return rows.map((row) => row.txHash);
}

/** Removes fundings that were lost below a height. @returns how many */
export async function forgetLostFundings(db: Database, lostBelow: number): Promise<bigint> {
  const { numDeletedRows } = await db.deleteFrom('lostFundings').where('lostHeight', '<', lostBelow).executeTakeFirst();
  return numDeletedRows;
}

/** Removes a funding that came back. */
export async function forgetLostFunding(db: Database, resource: Resource, txHash: string): Promise<void> {
  await db.deleteFrom('lostFundings').where(ofResource(resource)).where('txHash', '=', txHash).execute();
}

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

/** Which batch of followed records is read, in order of id. */
export interface FollowedRequest {
  /** Last id of the batch before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Statuses {
  readonly stream: StreamStatus;
  readonly vault: VaultStatus;
  readonly currency_payment: PaymentStatus;
  readonly purse: PurseStatus;
}

/** Reads followed records of a type. @param ids a query for theirs */
export const readFollowed = async <Type extends keyof Statuses>(
  db: Database,
  type: Type,
  ids: RawBuilder<unknown>,
): Promise<readonly (FollowedResource & { readonly status: Statuses[Type] })[]> => {
  // A lock that moves goes from script to script, and a purse; of purses the row has the present one.
  const script =
    type === 'stream' ? sql`coalesce(record.current_bytecode, record.locking_bytecode)` : sql`record.locking_bytecode`;
  const { rows } = await sql<
    Omit<FollowedResource, 'reading'> & ScriptReading & { isRead: boolean; own: Statuses[Type]; txid: string | null }
  >`
    SELECT record.id, ${script} AS locking_bytecode, record.status AS own, state_txid AS txid,
      reading.resource_id IS NOT NULL AS is_read, reading.status, reading.head
    FROM (${ids}) AS followed
    JOIN ${sql.table(`${type}s`)} AS record ON record.id = followed.id
    LEFT JOIN script_readings AS reading ON reading.resource_type = ${type} AND reading.resource_id = record.id
    ORDER BY record.id`.execute(db);
  return rows.map(({ id, lockingBytecode, own, txid, isRead, status, head }) => ({
    id,
    lockingBytecode,
    status: own,
    head: txid,
    reading: isRead ? { status, head } : null,
  }));
};

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

/** A step that the chain can still drop. */
export interface UnfinalTransition {
  readonly resourceId: string;
  readonly kind: string;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
}

/** Lists all steps of a type of resources that are not final. */
export async function unfinalTransitions(db: Database, type: ChainRecord): Promise<readonly UnfinalTransition[]> {
  const rows = await db
    .selectFrom('transitions')
    .select(['resourceId', 'kind', ...blockColumns.names])
    .where('resourceType', '=', type)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`NOT final`)
    .execute();
  return rows.map((row) => ({ resourceId: row.resourceId, kind: row.kind, block: blockColumns.read(row) }));
}

/** Lists the resources of a type with a step of one of some transactions that is not final. */
export async function resourcesOf(
  db: Database,
  type: ChainRecord,
  txHashes: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('transitions')
    .select('resourceId')
    .distinct()
    .where('resourceType', '=', type)
    .where(sql<boolean>`tx_hash = ANY(${txHashes})`)
    .where(sql<boolean>`NOT final`)
    .execute();
  return rows.map(({ resourceId }) => resourceId);
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
