import { sql } from 'kysely';
import { CHAIN_RECORDS, MAX_TIME, RECORD_SOURCES, ROLLBACK_REASONS } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { BEGIN } from './triggers.js';

/** What following the chain needs, for streams, payments and vaults. */
export const chain = sql`
-- Each step of a record with its columns from before it, so that the steps can be undone from the end.
CREATE TABLE transitions (
  resource_type text NOT NULL CHECK (resource_type IN ${wordsInSql(CHAIN_RECORDS)}),
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
  locktime bigint NOT NULL CHECK (locktime BETWEEN 0 AND ${sql.lit(MAX_TIME)}),
  block_height integer CHECK (block_height >= 0),
  block_hash text CHECK (block_hash ~ '^[0-9a-f]{64}$'),
  source text NOT NULL CHECK (source IN ${wordsInSql(RECORD_SOURCES)}),
  state_before jsonb NOT NULL,
  final boolean DEFAULT false NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  sender_hash text,
  recipient_hash text,
  plan_id uuid,
  PRIMARY KEY (resource_type, resource_id, sequence),
  CONSTRAINT transitions_block_whole CHECK (num_nonnulls(block_height, block_hash) IN (0, 2)),
  CONSTRAINT transitions_spent_whole CHECK (num_nonnulls(spent_txid, spent_vout) IN (0, 2)),
  CONSTRAINT transitions_state_whole CHECK ((num_nonnulls(state_vout, state_commitment, state_satoshis) IN (0, 3)) AND
    ((state_token_amount IS NULL) OR (state_vout IS NOT NULL))),
  CONSTRAINT transitions_resource_type_resource_id_tx_hash_key UNIQUE (resource_type, resource_id, tx_hash)
);
COMMENT ON TABLE transitions IS 'Steps of streams, payments and vaults on the chain, in order. Amounts in base units.';
COMMENT ON COLUMN transitions.sequence IS '1 is the funding.';
COMMENT ON COLUMN transitions.spent_txid IS 'The state outpoint it spent; null for a funding.';
COMMENT ON COLUMN transitions.state_vout IS 'The successor state''s output in tx_hash. Null when the contract was closed.';
COMMENT ON COLUMN transitions.final IS 'Whether it is final: too deep for a reorganisation.';
COMMENT ON COLUMN transitions.state_before IS 'The resource''s chain state before this transition, a JSON object by column name. Written and read back inside Postgres only, because JSON numbers lose units in JavaScript.';
COMMENT ON COLUMN transitions.sender_hash IS 'Kept by a trigger. Key of the sender of its stream, or payment in a currency: payments are listed by it.';
COMMENT ON COLUMN transitions.state_commitment IS 'Null when the contract was closed.';
COMMENT ON COLUMN transitions.state_satoshis IS 'Null when the contract was closed.';
COMMENT ON COLUMN transitions.state_token_amount IS 'Null when the contract was closed.';
COMMENT ON COLUMN transitions.recipient_hash IS 'Kept by a trigger. Key of the recipient of its stream, or payment in a currency.';
COMMENT ON COLUMN transitions.plan_id IS 'Kept by a trigger. The plan of its stream.';
CREATE INDEX transitions_by_height ON transitions (block_height) WHERE block_height IS NOT NULL;
CREATE INDEX transitions_by_tx ON transitions (tx_hash);
CREATE INDEX transitions_unfinal ON transitions (resource_type, resource_id) WHERE NOT final;
-- The payments of a party in the order of their time, each a walk along one index.
CREATE INDEX transitions_of_sender ON transitions (sender_hash, created_at, resource_id) WHERE plan_id IS NULL;
CREATE INDEX transitions_of_planner ON transitions (sender_hash, created_at, resource_id) WHERE plan_id IS NOT NULL;
CREATE INDEX transitions_of_recipient ON transitions (recipient_hash, created_at, resource_id);

-- The parties of a stream before the step: recipients may move to another address. The lock of a claim is not a payment of its sender's, whose
-- campaign paid it.
CREATE FUNCTION transitions_parties() ${sql.raw(BEGIN)}
    IF NEW.resource_type = 'currency_payment' THEN
      SELECT m.sender_hash, m.recipient_hash INTO NEW.sender_hash, NEW.recipient_hash FROM currency_payments AS m WHERE m.id = NEW.resource_id;
      RETURN NEW;
    END IF;
    SELECT CASE WHEN campaign_id IS NULL THEN s.sender_hash END, coalesce(NEW.state_before ->> 'recipient_hash', s.recipient_hash), s.plan_id
    INTO NEW.sender_hash, NEW.recipient_hash, NEW.plan_id FROM streams AS s WHERE s.id = NEW.resource_id;
    RETURN NEW; END $function$;
CREATE TRIGGER transitions_parties BEFORE INSERT ON transitions
  FOR EACH ROW WHEN (NEW.resource_type IN ('stream', 'currency_payment')) EXECUTE FUNCTION transitions_parties();
-- Also where rows are loaded without the triggers of counters and events.
ALTER TABLE transitions ENABLE ALWAYS TRIGGER transitions_parties;

-- The highest final block that was seen, in one row. Another hash at its height means that nodes replaced final blocks.
CREATE TABLE final_block (
  only_one boolean DEFAULT true PRIMARY KEY CHECK (only_one),
  height integer NOT NULL CHECK (height >= 0),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  reorganised_height integer CHECK (reorganised_height >= 0),
  reorganised_at bigint,
  CONSTRAINT final_block_reorganised_whole CHECK (num_nonnulls(reorganised_height, reorganised_at) IN (0, 2))
);
COMMENT ON TABLE final_block IS 'The highest final block that was seen, in one row.';
COMMENT ON COLUMN final_block.reorganised_height IS 'Height of the first final block whose replacement was noticed; null where none was, or the doctor has run since.';

-- A transaction confirms one record; siblings of a plan share a transaction by their plan.
CREATE TABLE transaction_uses (
  tx_hash text PRIMARY KEY CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  resource_type text NOT NULL CHECK (resource_type IN ${wordsInSql([...CHAIN_RECORDS, 'plan'])}),
  resource_id uuid NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL
);
COMMENT ON TABLE transaction_uses IS 'Transaction hashes that were confirmed, each for one resource.';

-- What happened to a record, and what the chain took back: rows are only added.
CREATE TABLE resource_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  resource_type text NOT NULL CHECK (resource_type IN ${wordsInSql(CHAIN_RECORDS)}),
  resource_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recorded', 'restored', 'rolled_back', 'completed')),
  transition text NOT NULL CHECK (transition ~ '^[a-z-]{1,32}$'),
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  amount numeric(20,0) NOT NULL CHECK (amount >= 0),
  source text NOT NULL CHECK (source IN ${wordsInSql(RECORD_SOURCES)}),
  reason text CHECK (reason IN ${wordsInSql(ROLLBACK_REASONS)}),
  replaced_by text CHECK (replaced_by ~ '^[0-9a-f]{64}$'),
  created_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT resource_events_reason CHECK ((kind = 'rolled_back') = (reason IS NOT NULL)),
  CONSTRAINT resource_events_replaced CHECK ((NOT (reason IS DISTINCT FROM 'replaced')) = (replaced_by IS NOT NULL))
);
COMMENT ON TABLE resource_events IS 'What happened to a resource; rows stay forever, also those of steps that were rolled back.';
COMMENT ON COLUMN resource_events.transition IS 'Which kind of step.';
COMMENT ON COLUMN resource_events.reason IS 'Of a rollback, and only of one.';
CREATE INDEX resource_events_in_order ON resource_events (resource_type, resource_id, id);

-- Fundings that a reorganisation took, which may be mined again.
CREATE TABLE lost_fundings (
  resource_type text NOT NULL CHECK (resource_type IN ${wordsInSql(CHAIN_RECORDS)}),
  resource_id uuid NOT NULL,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  lost_height integer NOT NULL CHECK (lost_height >= 0),
  PRIMARY KEY (resource_type, resource_id, tx_hash)
);
COMMENT ON TABLE lost_fundings IS 'Fundings that were rolled back and may come back.';
COMMENT ON COLUMN lost_fundings.lost_height IS 'The tip''s when it was lost.';
CREATE INDEX lost_fundings_by_height ON lost_fundings (lost_height);

-- Up to which history of its script a record was read.
CREATE TABLE script_readings (
  resource_type text NOT NULL CHECK (resource_type IN ${wordsInSql(CHAIN_RECORDS)}),
  resource_id uuid NOT NULL,
  status text CHECK (status ~ '^[0-9a-f]{64}$'),
  head text CHECK (head ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (resource_type, resource_id)
) WITH (fillfactor = 85);
COMMENT ON TABLE script_readings IS 'The history of its script that each resource''s record includes.';
COMMENT ON COLUMN script_readings.status IS 'Electrum''s digest of the history; null for an empty one.';
COMMENT ON COLUMN script_readings.head IS 'The transaction of the resource''s state then; null without one.';
`;
