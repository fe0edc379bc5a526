import { sql, type Kysely } from 'kysely';

/** What stands beside the state of a stream of tokens: the output that holds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE streams
      ADD COLUMN state_companion_satoshis numeric(20,0) CHECK (state_companion_satoshis > 0),
      ADD COLUMN state_companion_nft text CHECK (state_companion_nft ~ '^([0-9a-f]{2})*$'),
      ADD CONSTRAINT streams_companion_whole CHECK (
        num_nonnulls(state_token_amount, state_companion_satoshis) IN (0, 2)
        AND (state_companion_nft IS NULL OR state_companion_satoshis IS NOT NULL)),
      ADD CONSTRAINT streams_companion_of_tokens CHECK (
        state_txid IS NULL OR (token_type = 'BCH') = (state_companion_satoshis IS NULL))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE streams DROP COLUMN state_companion_satoshis, DROP COLUMN state_companion_nft`.execute(db);
}
