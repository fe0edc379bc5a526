import { sql, type Kysely } from 'kysely';

/** Unix seconds of the transaction's start. */
const NOW = sql`(extract(epoch FROM now())::bigint)`;

/**
 * Vaults, who belongs to them, and the proposals to spend from them.
 *
 * A member's row repeats when the vault was made, so that the vaults of one member, and the public ones, are each one
 * walk along an index in the order of the pages. A proposal keeps every transaction it was ever built as: one that was
 * signed for an earlier state may still reach a block after a reorganisation, and is known by its digest then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE vault_proposal_number`.execute(db);
  await createVaults(db);
  await createMembers(db);
  await createProposals(db);
  await createRounds(db);
  await createVotes(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['transitions', 'transaction_uses', 'resource_events']) {
    await sql`DELETE FROM ${sql.ref(table)} WHERE resource_type = 'vault'`.execute(db);
  }
  for (const table of ['vault_proposal_votes', 'vault_proposal_rounds', 'vault_proposals', 'vault_members', 'vaults']) {
    await sql`DROP TABLE ${sql.ref(table)}`.execute(db);
  }
  await sql`DROP SEQUENCE vault_proposal_number`.execute(db);
}

async function createVaults(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE vaults (
      id uuid PRIMARY KEY,
      vault_id text NOT NULL UNIQUE CHECK (vault_id ~ '^[0-9a-f]{64}$'),
      name text NOT NULL CHECK (name <> ''),
      description text,
      total_deposit numeric(20,0) NOT NULL CHECK (total_deposit > 0),
      current_balance numeric(20,0) NOT NULL DEFAULT 0 CHECK (current_balance >= 0),
      is_public boolean NOT NULL,
      contract_address text NOT NULL,
      locking_bytecode text NOT NULL CHECK (locking_bytecode ~ '^([0-9a-f]{2})+$'),
      script_hash text NOT NULL UNIQUE CHECK (script_hash ~ '^[0-9a-f]{64}$'),
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'closed')),

      state_category text CHECK (state_category ~ '^[0-9a-f]{64}$'),
      state_txid text CHECK (state_txid ~ '^[0-9a-f]{64}$'),
      state_vout integer CHECK (state_vout >= 0),
      state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
      state_commitment text CHECK (state_commitment ~ '^([0-9a-f]{2})+$'),
      deposit_tx_hash text CHECK (deposit_tx_hash ~ '^[0-9a-f]{64}$'),
      activated_at bigint,

      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT vaults_state_whole CHECK (
        num_nonnulls(state_category, state_txid, state_vout, state_satoshis, state_commitment) IN (0, 5)),
      CONSTRAINT vaults_deposit_whole CHECK (num_nonnulls(deposit_tx_hash, activated_at) IN (0, 2)),
      CONSTRAINT vaults_pending_undeposited CHECK ((status = 'pending') = (deposit_tx_hash IS NULL)),
      CONSTRAINT vaults_active_has_state CHECK ((status = 'active') = (state_txid IS NOT NULL))
    ) WITH (fillfactor = 85)`.execute(db);
  await sql`CREATE INDEX vaults_public ON vaults (created_at, id) WHERE is_public`.execute(db);
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE vault_members (
      vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('creator', 'signer', 'viewer')),
      hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{40}$'),
      address text NOT NULL,
      position integer NOT NULL CHECK (position >= 0),
      public_key text CHECK (public_key ~ '^0[23][0-9a-f]{64}$'),
      created_at bigint NOT NULL,

      PRIMARY KEY (vault_id, role, hash),
      CONSTRAINT vault_members_place UNIQUE (vault_id, role, position),
      CONSTRAINT vault_members_signer_key CHECK ((role = 'signer') = (public_key IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX vault_members_by_hash ON vault_members (hash, created_at, vault_id)`.execute(db);
}

async function createProposals(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE vault_proposals (
      id uuid PRIMARY KEY,
      proposal_id text NOT NULL UNIQUE CHECK (proposal_id ~ '^#WEIR-PROP-[0-9]{6,}$'),
      vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('spend', 'close')),
      proposer text NOT NULL,
      proposer_hash text NOT NULL CHECK (proposer_hash ~ '^[0-9a-f]{40}$'),
      recipient text NOT NULL,
      recipient_bytecode text NOT NULL CHECK (recipient_bytecode ~ '^([0-9a-f]{2})+$'),
      token_type text NOT NULL CHECK (token_type IN ('BCH', 'FUNGIBLE_TOKEN')),
      token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
      amount numeric(20,0) NOT NULL CHECK (amount >= 0),
      coin_txid text CHECK (coin_txid ~ '^[0-9a-f]{64}$'),
      coin_vout integer CHECK (coin_vout >= 0),
      reason text,
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'STALE')),
      round integer NOT NULL DEFAULT 1 CHECK (round > 0),
      executed_tx_hash text CHECK (executed_tx_hash ~ '^[0-9a-f]{64}$'),
      executed_at bigint,
      executed_final boolean NOT NULL DEFAULT false,
      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT vault_proposals_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
      CONSTRAINT vault_proposals_coin_whole CHECK (num_nonnulls(coin_txid, coin_vout) IN (0, 2)),
      CONSTRAINT vault_proposals_close_pays_all CHECK (kind = 'spend' OR (token_type = 'BCH' AND coin_txid IS NULL)),
      CONSTRAINT vault_proposals_executed CHECK (
        num_nonnulls(executed_tx_hash, executed_at) = CASE WHEN status = 'EXECUTED' THEN 2 ELSE 0 END
        AND (status = 'EXECUTED' OR NOT executed_final))
    ) WITH (fillfactor = 85)`.execute(db);
  await sql`CREATE INDEX vault_proposals_in_order ON vault_proposals (vault_id, created_at, id)`.execute(db);
  await sql`CREATE INDEX vault_proposals_by_status ON vault_proposals (vault_id, status, created_at, id)`.execute(db);
}

async function createRounds(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE vault_proposal_rounds (
      proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
      round integer NOT NULL CHECK (round > 0),
      digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
      transaction text NOT NULL,
      PRIMARY KEY (proposal_id, round)
    )`.execute(db);
  await sql`CREATE INDEX vault_proposal_rounds_by_digest ON vault_proposal_rounds (digest)`.execute(db);
}

const createVotes = (db: Kysely<unknown>) =>
  sql`
    CREATE TABLE vault_proposal_votes (
      proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
      signer_hash text NOT NULL CHECK (signer_hash ~ '^[0-9a-f]{40}$'),
      kind text NOT NULL CHECK (kind IN ('signature', 'rejection')),
      round integer NOT NULL CHECK (round > 0),
      signature text CHECK (signature ~ '^([0-9a-f]{2})+$'),
      created_at bigint NOT NULL DEFAULT ${NOW},

      PRIMARY KEY (proposal_id, signer_hash),
      CONSTRAINT vault_proposal_votes_signed CHECK ((kind = 'signature') = (signature IS NOT NULL))
    )`.execute(db);
