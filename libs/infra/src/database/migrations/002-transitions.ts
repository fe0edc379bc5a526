import { sql, type Kysely } from 'kysely';

/** What happened on the chain, for every product, in an order that can be undone from its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE transitions (
      resource_type text NOT NULL CHECK (resource_type IN ('stream', 'payment', 'airdrop', 'vault')),
      resource_id uuid NOT NULL,
      sequence integer NOT NULL CHECK (sequence > 0),
      kind text NOT NULL CHECK (kind ~ '^[a-z-]{1,32}$'),
      tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      spent_txid text CHECK (spent_txid ~ '^[0-9a-f]{64}$'),
      spent_vout integer CHECK (spent_vout >= 0),
      state_vout integer CHECK (state_vout >= 0),
      state_commitment text,
      state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
      state_token_amount numeric(20,0) CHECK (state_token_amount >= 0),
      paid_to_recipient numeric(20,0) NOT NULL CHECK (paid_to_recipient >= 0),
      paid_to_sender numeric(20,0) NOT NULL CHECK (paid_to_sender >= 0),
      locktime bigint NOT NULL CHECK (locktime BETWEEN 0 AND 4294967295),
      block_height integer CHECK (block_height >= 0),
      block_hash text CHECK (block_hash ~ '^[0-9a-f]{64}$'),
      source text NOT NULL CHECK (source IN ('confirm', 'chain')),
      state_before jsonb NOT NULL,
      created_at bigint NOT NULL DEFAULT (extract(epoch FROM now())::bigint),

      PRIMARY KEY (resource_type, resource_id, sequence),
      UNIQUE (resource_type, resource_id, tx_hash),
      CONSTRAINT transitions_spent_whole CHECK (num_nonnulls(spent_txid, spent_vout) IN (0, 2)),
      CONSTRAINT transitions_state_whole CHECK (
        num_nonnulls(state_vout, state_commitment, state_satoshis) IN (0, 3)
        AND (state_token_amount IS NULL OR state_vout IS NOT NULL)),
      CONSTRAINT transitions_block_whole CHECK (num_nonnulls(block_height, block_hash) IN (0, 2))
    )`.execute(db);
  // A reorganisation asks for everything from a height on, a notice for a transaction's own rows.
  await sql`CREATE INDEX transitions_by_height ON transitions (block_height) WHERE block_height IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX transitions_by_tx ON transitions (tx_hash)`.execute(db);
  await sql`
    CREATE TABLE transaction_uses (
      tx_hash text PRIMARY KEY CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      resource_type text NOT NULL CHECK (resource_type IN ('stream', 'payment', 'airdrop', 'vault')),
      resource_id uuid NOT NULL,
      created_at bigint NOT NULL DEFAULT (extract(epoch FROM now())::bigint)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE transaction_uses`.execute(db);
  await sql`DROP TABLE transitions`.execute(db);
}
