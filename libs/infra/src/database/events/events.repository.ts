import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { ResourceType } from '../record-types.js';
import type { Resource } from '../transitions/transition-record.js';
import type { EventRecord, NewEvent } from './event-record.js';
import type { ResourceEventsTable } from './event-tables.js';

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

const toNewEventRow = ({ type, id }: Resource, { kind, transition, txHash, amount, source, because }: NewEvent) => ({
  resource_type: type,
  resource_id: id,
  kind,
  transition,
  tx_hash: txHash,
  amount,
  source,
  reason: because?.reason ?? null,
  replaced_by: because?.replacedBy ?? null,
});

/** How many events one statement adds: nine values each, of which a statement takes 65,535. */
const AT_ONCE = 1_000;

/** Appends events in their order. They stay forever. */
export async function appendEvents(db: Database, resource: Resource, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    await db
      .insertInto('resource_events')
      .values(events.slice(from, from + AT_ONCE).map((event) => toNewEventRow(resource, event)))
      .execute();
  }
}

/** Appends an event. It stays forever. */
export const appendEvent = (db: Database, resource: Resource, event: NewEvent): Promise<void> =>
  appendEvents(db, resource, [event]);

/** Lists all events of a resource, the oldest first. */
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

/** Lists the latest events of a resource, up to a limit, the oldest of them first. */
export async function latestEventsOf(db: Database, resource: Resource, limit: number): Promise<readonly EventRecord[]> {
  const rows = await db
    .selectFrom('resource_events')
    .selectAll()
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEventRecord).reverse();
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

/** Finds the transaction that replaced a step of a resource, as its rollback recorded it; undefined where none did. */
export async function replacementOf(db: Database, resource: Resource, txHash: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('resource_events')
    .select('replaced_by')
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('tx_hash', '=', txHash)
    .where('kind', '=', 'rolled_back')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.replaced_by ?? undefined;
}

/** Returns the id of the newest event; 0n before the first. */
export async function lastEventId(db: Database): Promise<bigint> {
  const row = await db.selectFrom('resource_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0n;
}

/**
 * Lists the resources of a type that had events after one. Transactions that commit late have events with earlier ids.
 */
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
