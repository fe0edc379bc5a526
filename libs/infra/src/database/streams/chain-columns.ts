import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { StreamsTable } from '../tables.js';
import type { Resource } from '../transitions/transition-record.js';

/** What transitions change in a stream, and what is put back when they are undone. */
export const CHAIN_COLUMNS = [
  'status',
  'withdrawn_amount',
  'state_category',
  'state_txid',
  'state_vout',
  'state_satoshis',
  'state_token_amount',
  'state_companion_satoshis',
  'state_companion_nft',
  'state_commitment',
  'funding_tx_hash',
  'funding_vout',
  'activated_at',
  'cancelled_at',
  'refund_amount',
  'refund_status',
  'refund_tx_hash',
  'refund_available_height',
  'periods_paid',
  'next_due',
  'pause_settled',
  'settle_available_height',
] as const satisfies readonly (keyof StreamsTable)[];

const columns = sql.join(CHAIN_COLUMNS.map((column) => sql.ref(column)));

/** The chain columns of a stream as one jsonb object; its numbers are exact in Postgres. */
export const chainState = (streamId: string): RawBuilder<unknown> =>
  sql`(SELECT to_jsonb(kept) FROM (SELECT ${columns} FROM streams WHERE id = ${streamId}) AS kept)`;

/**
 * Puts back the chain columns from before a transition.
 * @returns the row, or undefined when there is no such transition
 */
export async function restoredChainState(db: Database, resource: Resource, sequence: number): Promise<Selectable<StreamsTable> | undefined> {
  const { rows } = await sql<Selectable<StreamsTable>>`
    UPDATE streams SET
      (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::streams, undone.state_before)),
      updated_at = extract(epoch FROM now())::bigint
    FROM transitions AS undone
    WHERE streams.id = ${resource.id} AND undone.resource_type = ${resource.type}
      AND undone.resource_id = streams.id AND undone.sequence = ${sequence}
    RETURNING streams.*`.execute(db);
  return rows[0];
}
