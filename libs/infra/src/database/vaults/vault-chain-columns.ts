import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { Resource } from '../transitions/transition-record.js';
import type { VaultsTable } from './vault-tables.js';

/** What transitions change in a vault, and what is put back when they are undone. */
const CHAIN_COLUMNS = [
  'status',
  'state_category',
  'state_txid',
  'state_vout',
  'state_satoshis',
  'state_commitment',
  'deposit_tx_hash',
  'activated_at',
] as const satisfies readonly (keyof VaultsTable)[];

const columns = sql.join(CHAIN_COLUMNS.map((column) => sql.ref(column)));

/** The chain columns of a vault as one jsonb object; its numbers are exact in Postgres. */
export const vaultChainState = (vaultId: string): RawBuilder<unknown> =>
  sql`(SELECT to_jsonb(kept) FROM (SELECT ${columns} FROM vaults WHERE id = ${vaultId}) AS kept)`;

/**
 * Puts back the chain columns from before a transition.
 * @returns the row, or undefined when there is no such transition
 */
export async function restoredVaultChainState(db: Database, resource: Resource, sequence: number): Promise<Selectable<VaultsTable> | undefined> {
  const { rows } = await sql<Selectable<VaultsTable>>`
    UPDATE vaults SET
      (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::vaults, undone.state_before)),
      updated_at = extract(epoch FROM now())::bigint
    FROM transitions AS undone
    WHERE vaults.id = ${resource.id} AND undone.resource_type = ${resource.type}
      AND undone.resource_id = vaults.id AND undone.sequence = ${sequence}
    RETURNING vaults.*`.execute(db);
  return rows[0];
}
