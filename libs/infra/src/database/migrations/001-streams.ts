import { sql, type Kysely } from 'kysely';

/**
 * Streams and their claims.
 *
 * Every list filter has an index of its own that ends in (created_at, id), the order of the pages, so that a page
 * costs the same at any depth and any number of rows. Each is over an expression that no other index has: given the
 * choice, Postgres takes matches to be spread evenly, walks a neighbour (all of a status for one sender) and reads a
 * million rows when all matches are old. Claims change none of the indexed columns: with the free space of the fill
 * factor they touch no index at all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE stream_bch_number`.execute(db);
  await sql`CREATE SEQUENCE stream_tok_number`.execute(db);
  await createStreams(db);
  for (const [name, columns] of LIST_INDEXES) {
    await sql`CREATE INDEX ${sql.ref(name)} ON streams (${sql.raw(columns)}, created_at, id)`.execute(db);
  }
  // For the list without filter only: the sum keeps the others from it.
  await sql`CREATE INDEX streams_by_creation ON streams ((created_at + 0), id)`.execute(db);
  await sql`CREATE INDEX streams_watched ON streams (id)
    WHERE status = 'ACTIVE' OR (status = 'CANCELLED' AND refund_status IS DISTINCT FROM 'confirmed')`.execute(db);
  await sql`CREATE INDEX streams_pending_refunds ON streams (refund_available_height, id)
    WHERE refund_status = 'pending'`.execute(db);
  await createClaims(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE stream_claims`.execute(db);
  await sql`DROP TABLE streams`.execute(db);
  await sql`DROP SEQUENCE stream_tok_number`.execute(db);
  await sql`DROP SEQUENCE stream_bch_number`.execute(db);
}

const LIST_INDEXES = [
  ['streams_by_status', 'status'],
  ['streams_by_sender', 'sender_hash'],
  ['streams_by_sender_status', '(sender_hash || status)'],
  ['streams_by_recipient', 'recipient_hash'],
  ['streams_by_recipient_status', '(recipient_hash || status)'],
  ['streams_by_pair', '(sender_hash || recipient_hash)'],
  ['streams_by_pair_status', '(sender_hash || recipient_hash || status)'],
] as const;

/** Unix seconds of the transaction's start. */
const NOW = sql`(extract(epoch FROM now())::bigint)`;

const createStreams = (db: Kysely<unknown>) =>
  sql`
    CREATE TABLE streams (
      id uuid PRIMARY KEY,
      stream_id text NOT NULL UNIQUE CHECK (stream_id ~ '^#WEIR-(BCH|TOK)-[0-9]{6,}$'),
      sender text NOT NULL,
      sender_hash text NOT NULL CHECK (sender_hash ~ '^[0-9a-f]{40}$'),
      recipient text NOT NULL,
      recipient_hash text NOT NULL CHECK (recipient_hash ~ '^[0-9a-f]{40}$'),
      token_type text NOT NULL CHECK (token_type IN ('BCH', 'FUNGIBLE_TOKEN')),
      token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
      total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
      withdrawn_amount numeric(20,0) NOT NULL DEFAULT 0 CHECK (withdrawn_amount BETWEEN 0 AND total_amount),
      stream_type text NOT NULL CHECK (stream_type IN ('LINEAR', 'STEP', 'RECURRING')),
      start_time bigint NOT NULL CHECK (start_time >= 500000000),
      end_time bigint NOT NULL CHECK (end_time <= 4294967295),
      cliff_timestamp bigint,
      interval_seconds bigint CHECK (interval_seconds > 0),
      cancelable boolean NOT NULL,
      cancel_notice_blocks integer NOT NULL CHECK (cancel_notice_blocks BETWEEN 1 AND 65535),
      nonce text NOT NULL UNIQUE CHECK (nonce ~ '^[0-9a-f]{32}$'),
      vault_id uuid,
      description text,
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED')),
      contract_address text NOT NULL,
      locking_bytecode text NOT NULL,
      script_hash text NOT NULL UNIQUE CHECK (script_hash ~ '^[0-9a-f]{64}$'),
      initial_commitment text NOT NULL,

      state_category text CHECK (state_category ~ '^[0-9a-f]{64}$'),
      state_txid text CHECK (state_txid ~ '^[0-9a-f]{64}$'),
      state_vout integer CHECK (state_vout >= 0),
      state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
      state_token_amount numeric(20,0) CHECK (state_token_amount >= 0),
      state_commitment text,
      funding_tx_hash text CHECK (funding_tx_hash ~ '^[0-9a-f]{64}$'),
      funding_vout integer CHECK (funding_vout >= 0),
      activated_at bigint,
      cancelled_at bigint,
      refund_amount numeric(20,0) CHECK (refund_amount >= 0),
      refund_status text CHECK (refund_status IN ('pending', 'sent', 'confirmed')),
      refund_tx_hash text CHECK (refund_tx_hash ~ '^[0-9a-f]{64}$'),
      refund_available_height integer CHECK (refund_available_height >= 0),

      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT streams_end_after_start CHECK (end_time > start_time),
      CONSTRAINT streams_cliff_within CHECK (cliff_timestamp BETWEEN start_time AND end_time),
      CONSTRAINT streams_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
      CONSTRAINT streams_state_whole CHECK (
        num_nonnulls(state_category, state_txid, state_vout, state_satoshis, state_commitment) IN (0, 5)
        AND (state_token_amount IS NULL OR state_txid IS NOT NULL)),
      CONSTRAINT streams_funding_whole CHECK (num_nonnulls(funding_tx_hash, funding_vout, activated_at) IN (0, 3)),
      CONSTRAINT streams_pending_unfunded CHECK (
        (status = 'PENDING') = (funding_tx_hash IS NULL)
        AND (status <> 'PENDING' OR (state_txid IS NULL AND withdrawn_amount = 0))),
      CONSTRAINT streams_active_has_state CHECK (status <> 'ACTIVE' OR state_txid IS NOT NULL),
      CONSTRAINT streams_completed_paid CHECK (status <> 'COMPLETED' OR withdrawn_amount = total_amount),
      CONSTRAINT streams_cancelled_dated CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
      CONSTRAINT streams_refund_whole CHECK (
        num_nonnulls(refund_amount, refund_status) IN (0, 2)
        AND (refund_status IS NULL OR status = 'CANCELLED')
        AND (refund_status IS NOT NULL OR num_nonnulls(refund_tx_hash, refund_available_height) = 0)
        AND (refund_status IS NULL OR (refund_status = 'pending') = (refund_tx_hash IS NULL)))
    ) WITH (fillfactor = 85)`.execute(db);

async function createClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE stream_claims (
      id uuid PRIMARY KEY,
      stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
      recipient text NOT NULL,
      amount numeric(20,0) NOT NULL CHECK (amount > 0),
      claimed_at bigint NOT NULL,
      tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      source text NOT NULL CHECK (source IN ('confirm', 'chain')),
      UNIQUE (stream_id, tx_hash)
    )`.execute(db);
  await sql`CREATE INDEX stream_claims_in_order ON stream_claims (stream_id, claimed_at, id)`.execute(db);
}
