import { sql, type Kysely } from 'kysely';

/** Finds what vaults have paid to somebody, for exports of what an address was paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX vault_proposals_paid ON vault_proposals (recipient_bytecode) WHERE status = 'EXECUTED'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX vault_proposals_paid`.execute(db);
}
