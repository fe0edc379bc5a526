import type { Insertable, Selectable } from 'kysely';
import type { ChainRecord, RollbackReason } from '@weir/kinds';
import type { Database } from '../create-database.js';
import type { ResourceEventsTable } from '../generated/tables.js';
import { ofResource, type Resource } from '../transitions/transition-record.js';

type Row = Readonly<Selectable<ResourceEventsTable>>;

/** Why the chain dropped a step. */
export interface RollbackCause {
  readonly reason: RollbackReason;
  /** The transaction that spends what it spent, where it was replaced. */
  readonly replacedBy: string | null;
}

/** Something that happened to a resource. Amounts in base units, hashes hex in display order. */
interface NewEvent extends Pick<Row, 'kind' | 'transition' | 'txHash' | 'amount' | 'source'> {
  /** Why it was rolled back; null for every other kind. */
  readonly because: RollbackCause | null;
}

export interface EventRecord extends NewEvent, Pick<Row, 'id' | 'createdAt'> {}

export const toEventRecord = (row: Row): EventRecord => ({
  because: row.reason === null ? null : { reason: row.reason, replacedBy: row.replacedBy },
  ...row,
});

const toNewEventRow = ({ type, id }: Resource, { because, ...columns }: NewEvent): Insertable<ResourceEventsTable> => ({
  resourceType: type,
  resourceId: id,
  reason: because?.reason ?? null,
  replacedBy: because?.replacedBy ?? null,
  ...columns,
});

/** How many events one statement adds: nine values each, of which a statement takes 65,535. */
const AT_ONCE = 1_000;

/** Appends events in their order. They stay forever. */
export async function appendEvents(db: Database, resource: Resource, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    await db
      .insertInto('resourceEvents')
      .values(events.slice(from, from + AT_ONCE).map((event) => toNewEventRow(resource, event)))
      .execute();
  }
}

/** Appends an event. It stays forever. */
export const appendEvent = (db: Database, resource: Resource, event: NewEvent): Promise<void> =>
  appendEvents(db, resource, [event]);

/** Lists all events of a resource, the oldest first. */
export async function eventsOf(db: Database, resource: Resource): Promise<readonly EventRecord[]> {
  const rows = await db.selectFrom('resourceEvents').selectAll().where(ofResource(resource)).orderBy('id').execute();
  return rows.map(toEventRecord);
}

/** Lists the latest events of a resource, up to a limit, the oldest of them first. */
export async function latestEventsOf(db: Database, resource: Resource, limit: number): Promise<readonly EventRecord[]> {
  const rows = await db
    .selectFrom('resourceEvents')
    .selectAll()
    .where(ofResource(resource))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEventRecord).reverse();
}

/** Whether a step of a resource was rolled back before. */
export async function wasRolledBack(db: Database, resource: Resource, txHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('resourceEvents')
    .select('id')
    .where(ofResource(resource))
    .where('txHash', '=', txHash)
    .where('kind', '=', 'rolled_back')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Finds the transaction that replaced a step of a resource, as its rollback recorded it; undefined where none did. */
export async function replacementOf(db: Database, resource: Resource, txHash: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('resourceEvents')
    .select('replacedBy')
    .where(ofResource(resource))
    .where('txHash', '=', txHash)
    .where('kind', '=', 'rolled_back')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.replacedBy ?? undefined;
}

/** Returns the id of the newest event; 0 before the first. */
export async function lastEventId(db: Database): Promise<number> {
  const row = await db.selectFrom('resourceEvents').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Lists the resources of a type that had events after one. Transactions that commit late have events with earlier ids.
 */
export async function resourcesWithEventsAfter(
  db: Database,
  type: ChainRecord,
  after: number,
): Promise<readonly { readonly id: number; readonly resourceId: string }[]> {
  return db
    .selectFrom('resourceEvents')
    .select(['id', 'resourceId'])
    .where('id', '>', after)
    .where('resourceType', '=', type)
    .orderBy('id')
    .execute();
}

/** The word of an event of a stream whose pushes nodes do not relay for what its contract pays; no step on the chain. */
export const AT_RISK = 'at-risk';

/**
 * Returns the steps that events say are, by their hash: those that were recorded and not rolled back since.
 */
export const announcedSteps = (events: readonly EventRecord[]): ReadonlyMap<string, EventRecord> => {
  const announced = new Map<string, EventRecord>();
  for (const event of events) {
    if (event.transition === AT_RISK || event.kind === 'completed') continue;
    if (event.kind === 'rolled_back') announced.delete(event.txHash);
    else announced.set(event.txHash, event);
  }
  return announced;
};
