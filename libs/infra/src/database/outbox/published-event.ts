import { sql, type Selectable } from 'kysely';
import type { PublishedEventsTable } from './outbox-tables.js';

/** Something that happened to a record, as it is published. Amounts in base units, times in Unix seconds. */
export type PublishedEvent = Readonly<Omit<Selectable<PublishedEventsTable>, 'id'>> & {
  /** Grows in the order of publication. */
  readonly position: number;
  /** Hashes of the parties who may see it, as of the time it was read; null for everybody. */
  readonly audience: ReadonlySet<string> | null;
};

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

/** Reads a row. */
export const toPublishedEvent = (row: PublishedEventRow): PublishedEvent => ({
  position: row.id,
  ...row,
  audience: row.audience === null ? null : new Set(row.audience),
});
