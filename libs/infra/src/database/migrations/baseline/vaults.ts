import { sql } from 'kysely';
import { MAX_ROSTER_DELAY, VAULT_STATUSES } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { unpaidIndexes } from './triggers.js';

/** Vaults, their members, and what was paid to them. */
export const vaults = sql`
CREATE TABLE vaults (
  id uuid PRIMARY KEY,
  vault_id text NOT NULL CHECK (vault_id ~ '^[0-9a-f]{64}$') UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  description text,
  total_deposit numeric(20,0) NOT NULL CHECK (total_deposit > 0),
  current_balance numeric(20,0) DEFAULT 0 NOT NULL CHECK (current_balance >= 0),
  is_public boolean NOT NULL,
  contract_address text,
  locking_bytecode text CHECK (locking_bytecode ~ '^([0-9a-f]{2})+$'),
  script_hash text CHECK (script_hash ~ '^[0-9a-f]{64}$') UNIQUE,
  roster_category text CHECK (roster_category ~ '^[0-9a-f]{64}$') UNIQUE,
  guardian_hash text CHECK (guardian_hash ~ '^[0-9a-f]{40}$'),
  quiet_blocks integer CHECK (quiet_blocks BETWEEN 1 AND ${sql.lit(MAX_ROSTER_DELAY)}),
  review_blocks integer CHECK (review_blocks BETWEEN 1 AND ${sql.lit(MAX_ROSTER_DELAY)}),
  status text DEFAULT 'pending' NOT NULL CHECK (status IN ${wordsInSql(VAULT_STATUSES)}),
  state_category text CHECK (state_category ~ '^[0-9a-f]{64}$'),
  state_txid text CHECK (state_txid ~ '^[0-9a-f]{64}$'),
  state_vout integer CHECK (state_vout >= 0),
  state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
  state_commitment text CHECK (state_commitment ~ '^([0-9a-f]{2})+$'),
  deposit_tx_hash text CHECK (deposit_tx_hash ~ '^[0-9a-f]{64}$'),
  activated_at bigint,
  former_creator text,
  former_creator_hash text CHECK (former_creator_hash ~ '^[0-9a-f]{40}$'),
  created_by text,
  created_from text,
  expires_at bigint,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT vaults_former_creator CHECK (num_nonnulls(former_creator, former_creator_hash) IN (0, 2)),
  CONSTRAINT vaults_active_has_state CHECK ((status = 'active') = (state_txid IS NOT NULL)),
  CONSTRAINT vaults_address_whole CHECK (num_nonnulls(contract_address, locking_bytecode, script_hash) = 3
    OR (guardian_hash IS NOT NULL AND status = 'pending' AND num_nonnulls(contract_address, locking_bytecode, script_hash) = 0)),
  CONSTRAINT vaults_roster_whole CHECK (num_nonnulls(guardian_hash, quiet_blocks, review_blocks) IN (0, 3)),
  CONSTRAINT vaults_roster_address CHECK (roster_category IS NULL OR guardian_hash IS NOT NULL),
  CONSTRAINT vaults_deposit_whole CHECK (num_nonnulls(deposit_tx_hash, activated_at) IN (0, 2)),
  CONSTRAINT vaults_pending_undeposited CHECK ((status = 'pending') = (deposit_tx_hash IS NULL)),
  CONSTRAINT vaults_state_whole CHECK (num_nonnulls(state_category, state_txid, state_vout, state_satoshis, state_commitment)
    IN (0, 5)),
  CONSTRAINT vaults_publicity UNIQUE (id, is_public)
) WITH (fillfactor = 85);
COMMENT ON TABLE vaults IS 'Amounts in satoshis.';
COMMENT ON COLUMN vaults.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN vaults.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN vaults.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN vaults.vault_id IS '32 random bytes, hex; the first half is the nonce of the contract.';
COMMENT ON COLUMN vaults.former_creator IS 'Of a roster whose creator signed for it and lost their seat: who made it. They are not its member any more.';
COMMENT ON COLUMN vaults.contract_address IS 'Of a roster null until its first deposit is mined.';
COMMENT ON COLUMN vaults.roster_category IS 'Of a roster, which has no other parameter: the category of its state, named by the coin that its first deposit spends.';
COMMENT ON COLUMN vaults.guardian_hash IS 'Of a roster: the guardian that it begins with, hash160 of a locking bytecode; zeros for none. Its state has the present one.';
COMMENT ON COLUMN vaults.quiet_blocks IS 'Of a roster: the silence that it begins with before the guardian may call a recovery.';
COMMENT ON COLUMN vaults.review_blocks IS 'Of a roster: the time that it begins with from the call to the end of a recovery.';
CREATE INDEX vaults_awaited ON vaults (id) WHERE (status = 'pending' AND roster_category IS NOT NULL);
CREATE INDEX vaults_followed ON vaults (id) WHERE ((status = 'active') OR (status = 'closed' AND (current_balance > 0)));
CREATE INDEX vaults_public ON vaults (created_at, id) WHERE is_public;
${sql.raw(unpaidIndexes('vaults', "status = 'pending'"))}

-- A member’s row repeats when the vault was made, so that the vaults of one member, and the public ones, are each one walk
-- along an index in the order of the pages.
CREATE TABLE vault_members (
  vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('creator', 'signer', 'viewer', 'guardian')),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{40}$'),
  address text NOT NULL,
  position integer NOT NULL CHECK ("position" >= 0),
  public_key text CHECK (public_key ~ '^0[23][0-9a-f]{64}$'),
  created_at bigint NOT NULL,
  PRIMARY KEY (vault_id, role, hash),
  CONSTRAINT vault_members_signer_key CHECK (role = 'signer' OR public_key IS NULL),
  CONSTRAINT vault_members_place UNIQUE (vault_id, role, "position")
);
COMMENT ON TABLE vault_members IS 'Members of vaults. A creator who also signs has a row for each role.';
COMMENT ON COLUMN vault_members.role IS 'A guardian is a roster’s: the one whom its state names, where that is a known key. It reads as viewers do.';
COMMENT ON COLUMN vault_members.position IS 'Order within the role: of signers it is part of the contract.';
COMMENT ON COLUMN vault_members.public_key IS 'Of signers only; null where a roster’s state has only its hash, and the signer has not signed here yet.';
COMMENT ON COLUMN vault_members.created_at IS 'The vault''s.';
CREATE INDEX vault_members_by_hash ON vault_members (hash, created_at, vault_id);

-- A roster’s state has hashes only. Everybody who was named to the service as a signer or guardian, so that a reorganisation, which
-- brings former ones back, loses no key.
CREATE TABLE roster_parties (
  vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{40}$'),
  address text NOT NULL,
  lock_hash text NOT NULL CHECK (lock_hash ~ '^[0-9a-f]{40}$'),
  public_key text CHECK (public_key ~ '^0[23][0-9a-f]{64}$'),
  PRIMARY KEY (vault_id, hash)
);
COMMENT ON TABLE roster_parties IS 'Keys that are, were or may become signers or guardians of rosters.';
COMMENT ON COLUMN roster_parties.lock_hash IS 'hash160 of the locking bytecode of the key: what a state has of a guardian.';

-- A key that loses its seat takes along whom it let see the roster: it may be stolen. A reorganisation brings both back.
CREATE TABLE roster_viewers (
  vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{40}$'),
  address text NOT NULL,
  added_by text NOT NULL CHECK (added_by ~ '^[0-9a-f]{40}$'),
  position integer NOT NULL CHECK ("position" >= 0),
  PRIMARY KEY (vault_id, hash, added_by)
);
COMMENT ON TABLE roster_viewers IS 'Who was ever let see a roster. Viewers among its members are those whom its creator or a present signer added.';
COMMENT ON COLUMN roster_viewers.added_by IS 'Hash of the key that added them.';
COMMENT ON COLUMN roster_viewers.position IS 'In the order in which they were added.';

-- What was paid to a vault, coin by coin, as found at its address. Coins of the vault’s own steps, or of records that it funds
-- or receives, are among them; readers of the table leave these out.
CREATE TABLE vault_deposits (
  vault_id uuid NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  vout integer NOT NULL CHECK (vout >= 0),
  satoshis numeric(20,0) NOT NULL CHECK (satoshis > 0),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  token_amount numeric(20,0) CHECK (token_amount > 0),
  final boolean DEFAULT false NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  PRIMARY KEY (vault_id, tx_hash, vout),
  CONSTRAINT vault_deposits_token_whole CHECK (num_nonnulls(token_category, token_amount) IN (0, 2))
);
COMMENT ON TABLE vault_deposits IS 'A coin that was found at a vault''s address. Amounts in satoshis and base units.';
CREATE INDEX vault_deposits_by_created_at ON vault_deposits (vault_id, created_at, tx_hash);
CREATE INDEX vault_deposits_unfinal ON vault_deposits (vault_id) WHERE NOT final;
`;
