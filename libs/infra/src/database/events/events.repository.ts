import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { ResourceEventsTable, ResourceType } from '../tables.js';
import type { Resource } from '../transitions/transition-record.js';
import type { EventRecord, NewEvent } from './event-record.js';

const toEventRecord = (row: Selectable<ResourceEventsTable>): EventRecord => ({
  id: row.id,
  kind: row.kind,
  transition: row.transition,
  txHash: row.tx_hash,
  amount: row.amount,
  source: row.source,
  because: row.reason === null ? null : { reason: row.reason, replacedBy: row.replaced_by },
  createdAt: Number(row.created_at),
});

/** Adds an event. It stays for ever. */
export async function appendEvent(db: Database, resource: Resource, event: NewEvent): Promise<void> {
  await db
    .insertInto('resource_events')
    .values({
      resource_type: resource.type,
      resource_id: resource.id,
      kind: event.kind,
      transition: event.transition,
      tx_hash: event.txHash,
      amount: event.amount,
      source: event.source,
      reason: event.because?.reason ?? null,
      replaced_by: event.because?.replacedBy ?? null,
    })
    .execute();
}

/** All events of a resource, the oldest first. */
export async function eventsOf(db: Database, resource: Resource): Promise<readonly EventRecord[]> {
  const rows = await db
    .selectFrom('resource_events')
    .selectAll()
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .orderBy('id')
    .execute();
  return rows.map(toEventRecord);
}

/** Whether a step of a resource was rolled back before. */
export async function wasRolledBack(db: Database, resource: Resource, txHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('resource_events')
    .select('id')
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('tx_hash', '=', txHash)
    .where('kind', '=', 'rolled_back')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest event of all; 0n before the first. */
export async function lastEventId(db: Database): Promise<bigint> {
  const row = await db.selectFrom('resource_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0n;
}

/** Which resources of a type had events after one. Events of transactions that commit late have ids from before. */
export async function resourcesWithEventsAfter(
  db: Database,
  type: ResourceType,
  after: bigint,
): Promise<readonly { readonly id: bigint; readonly resourceId: string }[]> {
  const rows = await db
    .selectFrom('resource_events')
    .select(['id', 'resource_id'])
    .where('id', '>', after)
    .where('resource_type', '=', type)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, resourceId: row.resource_id }));
}
