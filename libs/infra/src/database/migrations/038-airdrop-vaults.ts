import { sql, type Kysely } from 'kysely';

/** A key's hash, or the locking bytecode of a script. */
const PARTY = '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$';

/**
 * Campaigns whose creator is a vault: which one, and where the closing unit lay when its signers handed it over. Replicas of the
 * version before take the creator of such a campaign for a key, and refuse everybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE airdrop_campaigns
      ADD COLUMN vault_id uuid,
      ADD COLUMN closing_txid text CHECK (closing_txid ~ '^[0-9a-f]{64}$'),
      ADD COLUMN closing_vout integer CHECK (closing_vout >= 0),
      ADD CONSTRAINT airdrop_campaigns_closing_whole CHECK ((closing_txid IS NULL) = (closing_vout IS NULL)),
      DROP CONSTRAINT airdrop_campaigns_creator_hash_check,
      ADD CONSTRAINT airdrop_campaigns_creator_hash_check CHECK (creator_hash ~ ${sql.lit(PARTY)})`.execute(db);
  await sql`CREATE INDEX airdrop_campaigns_closing ON airdrop_campaigns (id)
    WHERE closing_txid IS NOT NULL AND status = 'ACTIVE'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM airdrop_campaigns WHERE length(creator_hash) <> 40`.execute(db);
  await sql`DROP INDEX airdrop_campaigns_closing`.execute(db);
  await sql`
    ALTER TABLE airdrop_campaigns
      DROP CONSTRAINT airdrop_campaigns_closing_whole,
      DROP COLUMN vault_id, DROP COLUMN closing_txid, DROP COLUMN closing_vout,
      DROP CONSTRAINT airdrop_campaigns_creator_hash_check,
      ADD CONSTRAINT airdrop_campaigns_creator_hash_check CHECK (creator_hash ~ '^[0-9a-f]{40}$')`.execute(db);
}
