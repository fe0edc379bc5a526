import type { Insertable, Selectable } from 'kysely';
import type { Resource } from '../transitions/transition-record.js';
import type { ResourceEventsTable, RollbackReason } from './event-tables.js';

type Row = Readonly<Selectable<ResourceEventsTable>>;

/** Why the chain dropped a step. */
export interface RollbackCause {
  readonly reason: RollbackReason;
  /** The transaction that spends what it spent, where it was replaced. */
  readonly replacedBy: string | null;
}

/** Something that happened to a resource. Amounts in base units, hashes hex in display order. */
export interface NewEvent extends Pick<Row, 'kind' | 'transition' | 'txHash' | 'amount' | 'source'> {
  /** Why it was rolled back; null for every other kind. */
  readonly because: RollbackCause | null;
}

/** An event as it is stored. */
export interface EventRecord extends NewEvent, Pick<Row, 'id' | 'createdAt'> {}

/** Reads a row. */
export const toEventRecord = (row: Row): EventRecord => ({
  because: row.reason === null ? null : { reason: row.reason, replacedBy: row.replacedBy },
  ...row,
});

/** Returns the columns of an event of a resource. */
export const toNewEventRow = (
  { type, id }: Resource,
  { because, ...columns }: NewEvent,
): Insertable<ResourceEventsTable> => ({
  resourceType: type,
  resourceId: id,
  reason: because?.reason ?? null,
  replacedBy: because?.replacedBy ?? null,
  ...columns,
});
