import { sql } from 'kysely';
import { PURSE_STATUSES, TOKEN_TYPES } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';

/** Purses of vaults: money that one key pays out within a limit. */
export const purses = sql`
-- The terms of the purse that a proposal opens.
CREATE TABLE vault_proposal_purses (
  proposal_id uuid PRIMARY KEY REFERENCES vault_proposals (id) ON DELETE CASCADE,
  spender text NOT NULL,
  spender_hash text NOT NULL CHECK (spender_hash ~ '^[0-9a-f]{40}$'),
  payees text[] NOT NULL,
  limit_units numeric(20,0) NOT NULL CHECK (limit_units > 0),
  period_blocks integer NOT NULL CHECK (period_blocks BETWEEN 1 AND 65535),
  amount numeric(20,0) NOT NULL CHECK (amount > 0)
);
COMMENT ON TABLE vault_proposal_purses IS 'The terms of a purse that a proposal opens. Amounts in satoshis, or base units.';
COMMENT ON COLUMN vault_proposal_purses.payees IS 'Locking bytecodes of the payees, hex; of an empty list anybody may be paid.';
COMMENT ON COLUMN vault_proposal_purses.amount IS 'What is put in.';

-- Found in transactions of the vault’s own lineage, by what they announce.
CREATE TABLE purses (
  id uuid PRIMARY KEY,
  vault_id uuid NOT NULL,
  opened_txid text NOT NULL CHECK (opened_txid ~ '^[0-9a-f]{64}$'),
  opened_vout integer NOT NULL CHECK (opened_vout >= 0),
  token_type text NOT NULL CHECK (token_type IN ${wordsInSql(TOKEN_TYPES)}),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  signer_hashes text[] NOT NULL CHECK (cardinality(signer_hashes) = 3),
  spender text NOT NULL,
  spender_hash text NOT NULL CHECK (spender_hash ~ '^[0-9a-f]{40}$'),
  list_hash text NOT NULL CHECK (list_hash ~ '^[0-9a-f]{64}$'),
  payees text[],
  limit_units numeric(20,0) NOT NULL CHECK (limit_units > 0),
  period_blocks integer NOT NULL CHECK (period_blocks BETWEEN 1 AND 65535),
  amount numeric(20,0) NOT NULL CHECK (amount > 0),
  paid numeric(20,0) DEFAULT 0 NOT NULL CHECK (paid >= 0),
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PURSE_STATUSES)}),
  contract_address text NOT NULL,
  locking_bytecode text NOT NULL CHECK (locking_bytecode ~ '^([0-9a-f]{2})+$'),
  left_units numeric(20,0) NOT NULL CHECK (left_units BETWEEN 0 AND limit_units),
  state_txid text CHECK (state_txid ~ '^[0-9a-f]{64}$'),
  state_vout integer CHECK (state_vout >= 0),
  state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
  state_token_amount numeric(20,0) CHECK (state_token_amount > 0),
  mined_height integer CHECK (mined_height >= 0),
  is_public boolean DEFAULT false NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT purses_opened_once UNIQUE (vault_id, opened_txid, opened_vout),
  CONSTRAINT purses_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
  CONSTRAINT purses_active_has_state CHECK ((status = 'ACTIVE') = (state_txid IS NOT NULL)),
  CONSTRAINT purses_state_whole CHECK (num_nonnulls(state_txid, state_vout, state_satoshis) IN (0, 3)),
  CONSTRAINT purses_mined_state CHECK (mined_height IS NULL OR state_txid IS NOT NULL),
  CONSTRAINT purses_as_public_as_vault FOREIGN KEY (vault_id, is_public) REFERENCES vaults (id, is_public) ON UPDATE CASCADE
    ON DELETE CASCADE
) WITH (fillfactor = 85);
COMMENT ON TABLE purses IS 'Money of a vault that one key pays out within a limit. Amounts in satoshis, or base units.';
COMMENT ON COLUMN purses.signer_hashes IS 'hash160 of the keys any of which sends it home, in the order of the contract.';
COMMENT ON COLUMN purses.list_hash IS 'SHA-256 of the hashes of its payees.';
COMMENT ON COLUMN purses.payees IS 'Locking bytecodes of the payees, hex; null where only their hashes are known.';
COMMENT ON COLUMN purses.amount IS 'What was put in.';
COMMENT ON COLUMN purses.paid IS 'What its payees got.';
COMMENT ON COLUMN purses.is_public IS 'Kept by a trigger. As its vault.';
COMMENT ON COLUMN purses.locking_bytecode IS 'Of its coin: a payment changes it.';
COMMENT ON COLUMN purses.left_units IS 'What may leave its coin at age 0.';
COMMENT ON COLUMN purses.state_token_amount IS 'Base units of its token that are in its coin; null in BCH, and where none is left.';
COMMENT ON COLUMN purses.mined_height IS 'The block of its coin; null while that is not mined.';
CREATE INDEX purses_of_vault ON purses (vault_id, created_at, id);
CREATE INDEX purses_of_spender ON purses (spender_hash, created_at, id);
CREATE INDEX purses_followed ON purses (id) WHERE status = 'ACTIVE';
CREATE INDEX purses_by_amount ON purses ((CASE WHEN is_public THEN status END), amount, id) WHERE token_type = 'BCH';
CREATE INDEX purses_explored ON purses ((CASE WHEN is_public THEN (token_type || status) ELSE NULL::text END), ((created_at + 0)), id);
CREATE INDEX purses_public ON purses (created_at, id) WHERE is_public AND status <> 'PENDING';
CREATE TRIGGER purses_publish BEFORE INSERT ON purses
  FOR EACH ROW EXECUTE FUNCTION publish_as_vault();

CREATE TABLE purse_payments (
  purse_id uuid NOT NULL REFERENCES purses (id) ON DELETE CASCADE,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  payee text NOT NULL,
  payee_bytecode text NOT NULL CHECK (payee_bytecode ~ '^([0-9a-f]{2})+$'),
  amount numeric(20,0) NOT NULL CHECK (amount >= 0),
  spent numeric(20,0) NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (purse_id, tx_hash)
);
COMMENT ON TABLE purse_payments IS 'Whom a purse paid. Amounts in satoshis, or base units.';
COMMENT ON COLUMN purse_payments.amount IS 'What the payee got.';
COMMENT ON COLUMN purse_payments.spent IS 'What left the purse: in BCH with the fee.';
CREATE INDEX purse_payments_to ON purse_payments (payee_bytecode);
`;
