import { sql, type Kysely } from 'kysely';

/**
 * Keeps the closing unit that a holder left on a lane: wallets sign over all that a coin carries, so a claim built
 * without it could never be mined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_steps ADD COLUMN units numeric(20,0) CHECK (units > 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_steps DROP COLUMN units`.execute(db);
}
