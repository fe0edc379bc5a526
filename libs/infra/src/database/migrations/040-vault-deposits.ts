import { sql, type Kysely } from 'kysely';

/**
 * What was paid to vaults, coin by coin, as it was found at their addresses: their books are made of it. Coins that a vault's own
 * steps, or the records that it funds and receives, paid to it are in it too; whoever reads it leaves these out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE vault_deposits (
      vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
      tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      vout integer NOT NULL CHECK (vout >= 0),
      satoshis numeric(20,0) NOT NULL CHECK (satoshis > 0),
      token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
      token_amount numeric(20,0) CHECK (token_amount > 0),
      final boolean NOT NULL DEFAULT false,
      created_at bigint NOT NULL DEFAULT floor(extract(epoch FROM now()))::bigint,
      PRIMARY KEY (vault_id, tx_hash, vout),
      CONSTRAINT vault_deposits_token_whole CHECK (num_nonnulls(token_category, token_amount) IN (0, 2))
    )`.execute(db);
  // What the chain can still take back.
  await sql`CREATE INDEX vault_deposits_unfinal ON vault_deposits (vault_id) WHERE NOT final`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE vault_deposits`.execute(db);
}
