import { sql } from 'kysely';
import { PROPOSALS, PROPOSAL_STATUSES, PROPOSAL_SUBJECTS, TOKEN_TYPES, wordsOf } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { unpaidIndexes } from './triggers.js';

/** Proposals to spend from vaults. */
export const proposals = sql`
-- Of display ids of public vaults.
CREATE SEQUENCE vault_proposal_number;

-- Whether a proposal is public is part of the reference to its vault, so it cannot be more public than the vault.
CREATE TABLE vault_proposals (
  id uuid PRIMARY KEY,
  proposal_id text NOT NULL CHECK (proposal_id ~ '^#WEIR-PROP-[0-9]{6,}$') UNIQUE,
  vault_id uuid NOT NULL,
  kind text NOT NULL,
  proposer text NOT NULL,
  proposer_hash text NOT NULL CHECK (proposer_hash ~ '^[0-9a-f]{40}$'),
  recipient text NOT NULL,
  recipient_bytecode text NOT NULL CHECK (recipient_bytecode ~ '^([0-9a-f]{2})+$'),
  token_type text NOT NULL CHECK (token_type IN ${wordsInSql(TOKEN_TYPES)}),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  amount numeric(20,0) NOT NULL CHECK (amount >= 0),
  coin_txid text CHECK (coin_txid ~ '^[0-9a-f]{64}$'),
  coin_vout integer CHECK (coin_vout >= 0),
  reason text,
  next_signer_hashes text[],
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PROPOSAL_STATUSES)}),
  round integer DEFAULT 1 NOT NULL CHECK (round > 0),
  executed_tx_hash text CHECK (executed_tx_hash ~ '^[0-9a-f]{64}$'),
  executed_at bigint,
  executed_final boolean DEFAULT false NOT NULL,
  is_public boolean DEFAULT false NOT NULL,
  created_by text,
  created_from text,
  expires_at bigint,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT vault_proposals_close_pays_all CHECK (kind <> 'close' OR ((token_type = 'BCH') AND (coin_txid IS NULL))),
  CONSTRAINT vault_proposals_next_signers CHECK (cardinality(next_signer_hashes) = 3 AND kind = 'recovery' OR next_signer_hashes IS NULL),
  CONSTRAINT vault_proposals_coin_whole CHECK (num_nonnulls(coin_txid, coin_vout) IN (0, 2)),
  CONSTRAINT vault_proposals_executed CHECK ((num_nonnulls(executed_tx_hash, executed_at) = CASE WHEN (status = 'EXECUTED')
    THEN 2 ELSE 0 END) AND (status = 'EXECUTED' OR (NOT executed_final))),
  CONSTRAINT vault_proposals_kind_check CHECK (kind IN ${wordsInSql(wordsOf(PROPOSALS))}),
  CONSTRAINT vault_proposals_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
  CONSTRAINT vault_proposals_as_public_as_vault FOREIGN KEY (vault_id, is_public) REFERENCES vaults (id, is_public) ON UPDATE
    CASCADE ON DELETE CASCADE
) WITH (fillfactor = 85);
COMMENT ON TABLE vault_proposals IS 'Proposals of vaults. Amounts in base units; hex in lower case.';
COMMENT ON COLUMN vault_proposals.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN vault_proposals.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN vault_proposals.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN vault_proposals.proposal_id IS 'Display id, #WEIR-PROP-000001.';
COMMENT ON COLUMN vault_proposals.amount IS 'Base units; of a close, the satoshis it pays as it is built now.';
COMMENT ON COLUMN vault_proposals.coin_txid IS 'A whole coin that is to be paid, as it is at the address.';
COMMENT ON COLUMN vault_proposals.next_signer_hashes IS 'Of the end of a recovery: hash160 of the keys of those who would sign from then on, and sign it. Null of all others.';
COMMENT ON COLUMN vault_proposals.round IS 'Which of its transactions counts: the last one built.';
COMMENT ON COLUMN vault_proposals.executed_final IS 'Whether it is final: too deep for a reorganisation.';
COMMENT ON COLUMN vault_proposals.is_public IS 'Kept by a trigger. As its vault.';
CREATE INDEX vault_proposals_by_execution ON vault_proposals (executed_tx_hash) WHERE executed_tx_hash IS NOT NULL;
CREATE INDEX vault_proposals_by_status ON vault_proposals (vault_id, status, created_at, id);
CREATE INDEX vault_proposals_by_amount ON vault_proposals ((CASE WHEN is_public THEN status END), amount, id) WHERE token_type = 'BCH';
CREATE INDEX vault_proposals_words ON vault_proposals USING gin (to_tsvector('simple', coalesce(reason, ''))) WHERE is_public AND reason
  IS NOT NULL;
CREATE INDEX vault_proposals_explored ON vault_proposals (( CASE WHEN is_public THEN (token_type || status) ELSE NULL::text
  END), ((created_at + 0)), id);
CREATE INDEX vault_proposals_of_next_signers ON vault_proposals USING gin (next_signer_hashes) WHERE next_signer_hashes IS NOT NULL;
CREATE INDEX vault_proposals_in_order ON vault_proposals (vault_id, created_at, id);
CREATE INDEX vault_proposals_executed ON vault_proposals (vault_id, executed_at, id) WHERE status = 'EXECUTED';
CREATE INDEX vault_proposals_paid ON vault_proposals (recipient_bytecode, executed_at, id) WHERE status = 'EXECUTED';
CREATE INDEX vault_proposals_public ON vault_proposals (created_at, id) WHERE is_public;
CREATE INDEX vault_proposals_unfinal ON vault_proposals (vault_id) WHERE status = 'EXECUTED' AND NOT executed_final;
${sql.raw(unpaidIndexes('vault_proposals', "status <> 'EXECUTED'"))}

-- Copies from the vault whether a new proposal or purse is public.
CREATE FUNCTION publish_as_vault() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.is_public := coalesce((SELECT is_public FROM vaults WHERE id = NEW.vault_id), false);
  RETURN NEW;
END
$function$;
CREATE TRIGGER vault_proposals_publish BEFORE INSERT ON vault_proposals
  FOR EACH ROW EXECUTE FUNCTION publish_as_vault();

-- The records that a proposal opens, cancels, pauses or resumes.
CREATE TABLE vault_proposal_subjects (
  proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK ("position" >= 0),
  type text NOT NULL CHECK (type IN ${wordsInSql(PROPOSAL_SUBJECTS)}),
  record_id uuid NOT NULL,
  PRIMARY KEY (proposal_id, "position"),
  CONSTRAINT vault_proposal_subjects_once UNIQUE (record_id, proposal_id)
);
COMMENT ON TABLE vault_proposal_subjects IS 'A record that a proposal opens, cancels, pauses or resumes.';
COMMENT ON COLUMN vault_proposal_subjects.position IS 'Order in the proposal.';

-- Every transaction that a proposal was built as, by its digest without signatures: one signed for an earlier state of the
-- vault may still be mined after a reorganisation.
CREATE TABLE vault_proposal_rounds (
  proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
  round integer NOT NULL CHECK (round > 0),
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  transaction text NOT NULL,
  PRIMARY KEY (proposal_id, round)
);
COMMENT ON TABLE vault_proposal_rounds IS 'The transactions that a proposal was built as, one per round.';
COMMENT ON COLUMN vault_proposal_rounds.digest IS 'Hash of the transaction without its unlocking bytecode.';
COMMENT ON COLUMN vault_proposal_rounds.transaction IS 'Coins and outputs, as JSON text in which amounts are decimal text.';
CREATE INDEX vault_proposal_rounds_by_digest ON vault_proposal_rounds (digest);

CREATE TABLE vault_proposal_votes (
  proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
  signer_hash text NOT NULL CHECK (signer_hash ~ '^[0-9a-f]{40}$'),
  kind text NOT NULL CHECK (kind IN ('signature', 'rejection')),
  round integer NOT NULL CHECK (round > 0),
  signature text CHECK (signature ~ '^([0-9a-f]{2})+$'),
  created_at bigint DEFAULT ${NOW} NOT NULL,
  PRIMARY KEY (proposal_id, signer_hash),
  CONSTRAINT vault_proposal_votes_signed CHECK ((kind = 'signature') = (signature IS NOT NULL))
);
COMMENT ON TABLE vault_proposal_votes IS 'One vote per signer: signing replaces a rejection, and the other way round.';
COMMENT ON COLUMN vault_proposal_votes.round IS 'The round that was signed. Rejections hold in every round.';
COMMENT ON COLUMN vault_proposal_votes.signature IS 'With its sighash type, hex; of signatures only.';
`;
