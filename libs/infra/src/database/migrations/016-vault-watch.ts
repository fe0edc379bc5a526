import { sql, type Kysely } from 'kysely';

/** What following vaults on the chain needs: which ones the chain can still change, without reading all the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX vaults_followed ON vaults (id)
    WHERE status = 'active' OR (status = 'closed' AND current_balance > 0)`.execute(db);
  await sql`CREATE INDEX vault_proposals_unfinal ON vault_proposals (vault_id)
    WHERE status = 'EXECUTED' AND NOT executed_final`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM script_readings WHERE resource_type = 'vault'`.execute(db);
  await sql`DROP INDEX vault_proposals_unfinal`.execute(db);
  await sql`DROP INDEX vaults_followed`.execute(db);
}
