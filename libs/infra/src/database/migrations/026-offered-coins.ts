import { sql, type Kysely } from 'kysely';

/**
 * The coin that every funding handed out for a part spends. Whatever is signed of them, and however often, one at most can be
 * mined, as long as that coin is there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE plan_fundings ADD COLUMN offered_txid text CHECK (offered_txid ~ '^[0-9a-f]{64}$')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE plan_fundings DROP COLUMN offered_txid`.execute(db);
}
