import { sql, type Selectable } from 'kysely';
import type { PublishedEventsTable } from './outbox-tables.js';

/** Something that happened to a record, as it is published. */
export interface PublishedEvent {
  /** Grows in the order of publication. */
  readonly position: number;
  readonly kind: string;
  readonly product: string;
  readonly recordId: string;
  readonly parentId: string | null;
  readonly displayId: string | null;
  readonly parties: PublishedEventsTable['parties']['__select__'];
  readonly step: string | null;
  readonly txHash: string | null;
  /** Base units. */
  readonly amount: bigint | null;
  readonly tokenCategory: string | null;
  readonly finality: PublishedEventsTable['finality']['__select__'];
  readonly reason: 'replaced' | 'vanished' | null;
  readonly replacedBy: string | null;
  readonly figures: PublishedEventsTable['figures']['__select__'];
  /** Unix seconds. */
  readonly createdAt: number;
  /** Hashes of the parties who may see it, as of the time it was read; null for everybody. */
  readonly audience: ReadonlySet<string> | null;
}

/** A row with the members of its private vault. */
export type PublishedEventRow = Selectable<PublishedEventsTable> & { readonly audience: readonly string[] | null };

/**
 * Returns the column of the parties who may see an event of a private vault: its members; of one that was removed, those that the
 * event names as its members.
 */
export const audienceColumn = sql<readonly string[] | null>`
  CASE WHEN published_events.private_vault_id IS NOT NULL THEN
    coalesce(
      (SELECT array_agg(hash) FROM vault_members WHERE vault_id = published_events.private_vault_id),
      ARRAY(SELECT party ->> 'hash' FROM jsonb_array_elements(published_events.parties) AS party WHERE party ->> 'role' IN ('creator', 'signer')))
    END`.as('audience');

/** Converts a row to a published event. */
export const toPublishedEvent = (row: PublishedEventRow): PublishedEvent => ({
  position: row.id,
  kind: row.kind,
  product: row.product,
  recordId: row.recordId,
  parentId: row.parentId,
  displayId: row.displayId,
  parties: row.parties,
  step: row.step,
  txHash: row.txHash,
  amount: row.amount,
  tokenCategory: row.tokenCategory,
  finality: row.finality,
  reason: row.reason,
  replacedBy: row.replacedBy,
  figures: row.figures,
  createdAt: row.createdAt,
  audience: row.audience === null ? null : new Set(row.audience),
});
