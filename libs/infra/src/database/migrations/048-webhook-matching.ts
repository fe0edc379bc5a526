import { sql, type Kysely } from 'kysely';

/** Which network a webhook was registered from, for its quota; and what webhooks are found by where an event happened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webhooks ADD COLUMN created_from text, ADD COLUMN party_hash text`.execute(db);
  await sql`CREATE INDEX webhooks_by_network ON webhooks (created_from) WHERE created_from IS NOT NULL`.execute(db);
  await sql`CREATE INDEX webhooks_of_record ON webhooks (record_id) WHERE status = 'active' AND record_id IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX webhooks_of_party ON webhooks (party_hash)
    WHERE status = 'active' AND record_id IS NULL AND party_hash IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX webhooks_of_all ON webhooks (id)
    WHERE status = 'active' AND record_id IS NULL AND party_hash IS NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX webhooks_of_record, webhooks_of_party, webhooks_of_all`.execute(db);
  await sql`ALTER TABLE webhooks DROP COLUMN created_from, DROP COLUMN party_hash`.execute(db);
}
