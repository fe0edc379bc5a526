import { sql, type Kysely } from 'kysely';

/** What finding a record by what the chain knows of it needs: nothing is found by reading a table. */
const INDEXES: readonly (readonly [name: string, on: string])[] = [
  ['streams_by_script', 'streams (script_hash)'],
  ['airdrop_campaigns_by_script', 'airdrop_campaigns (locking_bytecode) WHERE locking_bytecode IS NOT NULL'],
  ['airdrop_steps_by_hash', 'airdrop_steps (tx_hash)'],
  ['vault_proposals_by_execution', 'vault_proposals (executed_tx_hash) WHERE executed_tx_hash IS NOT NULL'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) await sql`CREATE INDEX ${sql.ref(name)} ON ${sql.raw(on)}`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [name] of INDEXES) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
}
