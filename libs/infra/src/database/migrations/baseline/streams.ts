import { sql } from 'kysely';
import {
  MAX_MOVE_DELAY,
  MAX_PERIODS,
  MAX_PLAN_NOTICE,
  MAX_TIME,
  MIN_TIME,
  PAYDAY_MONTHS,
  PAYMENT_PERIODS,
  PAYMENT_STATUSES,
  RECORD_SOURCES,
  REFUND_STATUSES,
  STREAM_CONTRACTS,
  STREAM_TYPES,
  TOKEN_TYPES,
} from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { datedColumns } from './dated-columns.js';
import { unpaidIndexes } from './triggers.js';

/**
 * Streams and payments, which are recurring streams with an API of their own, and their claims. A lock is a stream that nobody can
 * cancel, by another contract (`contract`): its columns say all of its terms.
 */
export const streams = sql`
-- Of display ids.
CREATE SEQUENCE stream_bch_number;

CREATE SEQUENCE stream_tok_number;

CREATE SEQUENCE payment_number;

-- Each filter of a list has an index of its own that ends in (created_at, id), the order of pages, so that a page costs the
-- same at any depth. Each is over an expression that no other index has: given the choice, Postgres assumes that matches are
-- spread evenly, walks a neighbouring index, and reads a million rows where all matches are old. Claims change no indexed
-- column: with the free space of the fill factor they touch no index.
CREATE TABLE streams (
  id uuid PRIMARY KEY,
  stream_id text NOT NULL CHECK (stream_id ~ '^#WEIR-(BCH|TOK|PAY)-[0-9]{6,}$') UNIQUE,
  sender text NOT NULL,
  sender_hash text NOT NULL CHECK (sender_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  recipient text NOT NULL,
  recipient_hash text NOT NULL CHECK (recipient_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87|script:([0-9a-f]{2})+)$'),
  token_type text NOT NULL CHECK (token_type IN ${wordsInSql(TOKEN_TYPES)}),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
  withdrawn_amount numeric(20,0) DEFAULT 0 NOT NULL,
  stream_type text NOT NULL CHECK (stream_type IN ${wordsInSql(STREAM_TYPES)}),
  start_time bigint NOT NULL CHECK (start_time >= ${sql.lit(MIN_TIME)}),
  end_time bigint NOT NULL CHECK (end_time <= ${sql.lit(MAX_TIME)}),
  cliff_timestamp bigint,
  interval_seconds bigint CHECK (interval_seconds > 0),
  cancelable boolean NOT NULL,
  cancel_notice_blocks integer NOT NULL CHECK (cancel_notice_blocks BETWEEN 0 AND ${sql.lit(MAX_PLAN_NOTICE)}),
  nonce text CHECK (nonce ~ '^[0-9a-f]{32}$'),
  vault_id uuid,
  description text,
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PAYMENT_STATUSES)}),
  contract_address text NOT NULL,
  locking_bytecode text NOT NULL,
  script_hash text NOT NULL CHECK (script_hash ~ '^[0-9a-f]{64}$'),
  initial_commitment text NOT NULL,
  state_category text CHECK (state_category ~ '^([0-9a-f]{64})?$'),
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
  refund_status text CHECK (refund_status IN ${wordsInSql(REFUND_STATUSES)}),
  refund_tx_hash text CHECK (refund_tx_hash ~ '^[0-9a-f]{64}$'),
  refund_available_height integer CHECK (refund_available_height >= 0),
  state_companion_satoshis numeric(20,0) CHECK (state_companion_satoshis >= 0),
  state_companion_nft text CHECK (state_companion_nft ~ '^([0-9a-f]{2})*$'),
  product text DEFAULT 'stream' NOT NULL CHECK (product IN ('stream', 'payment')),
  first_due bigint CHECK (first_due >= ${sql.lit(MIN_TIME)}),
  periods integer CHECK (periods > 0),
  amount_per_period numeric(20,0) CHECK (amount_per_period > 0),
  pausable boolean DEFAULT false NOT NULL,
  recipient_name text,
  payment_interval text CHECK (payment_interval IN ${wordsInSql(PAYMENT_PERIODS)}),
  calendar_second_day smallint CHECK (calendar_second_day BETWEEN 2 AND 31),
  ${datedColumns}
  end_date bigint,
  periods_paid integer DEFAULT 0 NOT NULL CHECK (periods_paid >= 0),
  next_due bigint,
  pause_settled boolean,
  settle_available_height integer CHECK (settle_available_height >= 0),
  current_bytecode text CHECK (current_bytecode ~ '^aa20[0-9a-f]{64}87$'),
  move_delay integer DEFAULT 0 NOT NULL CHECK (move_delay BETWEEN 0 AND ${sql.lit(MAX_MOVE_DELAY)}),
  move_to text,
  move_to_hash text CHECK (move_to_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87|script:([0-9a-f]{2})+)$'),
  move_available_height integer CHECK (move_available_height >= 0),
  vault_public boolean DEFAULT false NOT NULL,
  created_by text,
  created_from text,
  expires_at bigint,
  funded_by_sender boolean,
  plan_funding_id uuid REFERENCES plan_fundings (id) ON DELETE CASCADE,
  plan_id uuid REFERENCES plans (id) ON DELETE CASCADE,
  plan_announcement text CHECK (plan_announcement ~ '^6a([0-9a-f]{2})+$'),
  plan_group smallint CHECK (plan_group BETWEEN 0 AND 15),
  plan_index integer NOT NULL CHECK (plan_index BETWEEN 1 AND ${sql.lit(MAX_PERIODS)}),
  plan_reserve numeric(20,0) NOT NULL CHECK (plan_reserve >= 0),
  label text,
  contract text DEFAULT 'STREAM' NOT NULL CHECK (contract IN ${wordsInSql(STREAM_CONTRACTS)}),
  campaign_id uuid,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT streams_active_has_state CHECK (status NOT IN ('ACTIVE', 'PAUSED') OR (state_txid IS NOT NULL)),
  CONSTRAINT streams_calendar_whole CHECK ((num_nonnulls(calendar_months, calendar_day, calendar_time, calendar_offset) =
    CASE WHEN COALESCE(payment_interval, '') = 'CALENDAR' OR grant_installments IS NOT NULL THEN 4 ELSE 0 END) AND
    ((calendar_second_day IS NULL) OR ((COALESCE(calendar_months, 0) = 1) AND (calendar_second_day > calendar_day) AND
    (grant_installments IS NULL))) AND (payment_interval IS NULL OR (COALESCE(calendar_months, 1) IN (${sql.raw(PAYDAY_MONTHS.join(', '))})))),
  CONSTRAINT streams_cancelled_dated CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CONSTRAINT streams_check CHECK (withdrawn_amount BETWEEN 0 AND total_amount),
  CONSTRAINT streams_cliff_within CHECK (cliff_timestamp BETWEEN start_time AND end_time),
  CONSTRAINT streams_companion_of_tokens CHECK ((state_txid IS NULL) OR ((token_type = 'BCH') = (state_companion_satoshis IS
    NULL))),
  CONSTRAINT streams_companion_whole CHECK ((num_nonnulls(state_token_amount, state_companion_satoshis) IN (0, 2)) AND
    ((state_companion_nft IS NULL) OR (state_companion_satoshis IS NOT NULL))),
  CONSTRAINT streams_contract_whole CHECK (CASE contract
    WHEN 'STREAM' THEN cancel_notice_blocks > 0 AND plan_reserve > 0 AND campaign_id IS NULL AND num_nonnulls(nonce,
      plan_funding_id, plan_announcement, plan_group) = 4 AND COALESCE(state_category, '-') <> '' AND COALESCE(state_companion_satoshis, 1) > 0
    ELSE product = 'stream' AND stream_type <> 'RECURRING' AND NOT cancelable AND cancel_notice_blocks = 0 AND num_nonnulls(
      nonce, plan_announcement, plan_group, cancelled_at) = 0 AND num_nonnulls(plan_funding_id, campaign_id) = 1 AND
      initial_commitment = '' AND COALESCE(state_category, '') = '' AND COALESCE(state_companion_satoshis, 0) = 0 END),
  CONSTRAINT streams_completed_paid CHECK (status <> 'COMPLETED' OR (withdrawn_amount = total_amount)),
  CONSTRAINT streams_end_after_start CHECK (end_time > start_time),
  CONSTRAINT streams_funding_whole CHECK (num_nonnulls(funding_tx_hash, funding_vout, activated_at) IN (0, 3)),
  CONSTRAINT streams_paused_whole CHECK (((status = 'PAUSED') = (pause_settled IS NOT NULL)) AND ((settle_available_height IS
    NULL) OR (pause_settled IS FALSE))),
  CONSTRAINT streams_grant_whole CHECK ((num_nonnulls(grant_installments, grant_cliff, grant_allocation, grant_released) IN (0, 4)) AND
    ((grant_installments IS NULL) OR ((product = 'stream') AND (stream_type = 'STEP') AND (contract = 'STREAM') AND
    (interval_seconds IS NULL) AND (grant_cliff <= grant_installments)))),
  CONSTRAINT streams_tranches_whole CHECK ((tranche_list IS NULL) OR ((product = 'stream') AND (stream_type = 'STEP') AND (contract = 'STREAM')
    AND (interval_seconds IS NULL) AND (num_nonnulls(calendar_months, grant_installments) = 0))),
  CONSTRAINT streams_move_whole CHECK ((num_nonnulls(move_to, move_to_hash) IN (0, 2)) AND ((move_to IS NULL) OR ((move_delay > 0) AND
    (state_txid IS NOT NULL))) AND ((move_available_height IS NULL) OR (move_to IS NOT NULL))),
  CONSTRAINT streams_payment_whole CHECK ((product <> 'payment' AND (num_nonnulls(recipient_name, payment_interval, end_date)
    = 0)) OR (product = 'payment' AND stream_type = 'RECURRING' AND (payment_interval IS NOT NULL))),
  CONSTRAINT streams_pending_unfunded CHECK (((status = 'PENDING') = (funding_tx_hash IS NULL)) AND (status <> 'PENDING' OR
    ((state_txid IS NULL) AND (withdrawn_amount = 0)))),
  CONSTRAINT streams_progress_within CHECK (periods_paid <= COALESCE(periods, 0)),
  CONSTRAINT streams_recurring_whole CHECK ((num_nonnulls(first_due, periods, amount_per_period) = CASE WHEN (stream_type =
    'RECURRING') THEN 3 ELSE 0 END) AND (stream_type <> 'RECURRING' OR (num_nonnulls(interval_seconds,
    calendar_months) = 1))),
  CONSTRAINT streams_refund_whole CHECK ((num_nonnulls(refund_amount, refund_status) IN (0, 2)) AND ((refund_status IS NULL)
    OR status = 'CANCELLED') AND ((refund_status IS NOT NULL) OR (num_nonnulls(refund_tx_hash, refund_available_height) = 0))
    AND ((refund_status IS NULL) OR ((refund_status = 'pending') = (refund_tx_hash IS NULL)))),
  CONSTRAINT streams_state_whole CHECK ((num_nonnulls(state_category, state_txid, state_vout, state_satoshis,
    state_commitment) IN (0, 5)) AND ((state_token_amount IS NULL) OR (state_txid IS NOT NULL))),
  CONSTRAINT streams_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL))
) WITH (fillfactor = 85);
COMMENT ON TABLE streams IS 'Hex columns are lower case; hashes of transactions are in display order.';
COMMENT ON COLUMN streams.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN streams.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN streams.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN streams.stream_id IS 'Display id, #WEIR-BCH-000001.';
COMMENT ON COLUMN streams.sender_hash IS 'The key of a party: see the table plans.';
COMMENT ON COLUMN streams.recipient IS 'Who is paid now: the recipient may move to another address.';
COMMENT ON COLUMN streams.recipient_hash IS 'As sender_hash; script: before a locking bytecode of no standard kind, which others may have announced.';
COMMENT ON COLUMN streams.move_delay IS 'Blocks, a term of locks; of others as plan_announcement has them. 0 where the recipient cannot move it.';
COMMENT ON COLUMN streams.current_bytecode IS 'Where its last state is, of a lock since its first step that can move: each announcement and move takes it to another script. Null at locking_bytecode.';
COMMENT ON COLUMN streams.move_to IS 'Address that a pending move names; the recipient''s own once it was undone.';
COMMENT ON COLUMN streams.move_to_hash IS 'As recipient_hash.';
COMMENT ON COLUMN streams.move_available_height IS 'First block that may hold the finish of the move; null while its state is not mined.';
COMMENT ON COLUMN streams.cancel_notice_blocks IS '0 of locks.';
COMMENT ON COLUMN streams.nonce IS 'Null of locks.';
COMMENT ON COLUMN streams.vault_public IS 'Kept by a trigger. Whether everybody may see that vault.';
COMMENT ON COLUMN streams.initial_commitment IS 'Empty for locks, like state_commitment and state_category: the coin''s value is their state.';
COMMENT ON COLUMN streams.state_companion_satoshis IS '0 of locks of tokens, whose tokens lie in the state output itself.';
COMMENT ON COLUMN streams.first_due IS 'When the first period falls due. Set for RECURRING only.';
COMMENT ON COLUMN streams.plan_funding_id IS 'Of plan_fundings: what opens it. Null of a lock that a claim made.';
COMMENT ON COLUMN streams.plan_announcement IS 'Hex, the terms that siblings share: as in plan_fundings, so that a row alone determines its contract. Null of locks.';
COMMENT ON COLUMN streams.plan_group IS 'Place among the groups of the terms, from 0. Null of locks.';
COMMENT ON COLUMN streams.plan_index IS '1 to 32,767, unique in the funding, and in the plan.';
COMMENT ON COLUMN streams.plan_reserve IS 'Satoshis beside the principal that the funding brings for fees; of a lock of tokens all of its output.';
COMMENT ON COLUMN streams.plan_id IS 'Null of a plan of one.';
COMMENT ON COLUMN streams.label IS 'The label that the plan''s sender gave it.';
COMMENT ON COLUMN streams.campaign_id IS 'Of the campaign whose claim made it: of locks only.';
COMMENT ON COLUMN streams.calendar_months IS 'Months from one date to the next. Set for what is paid by the calendar only.';
COMMENT ON COLUMN streams.calendar_day IS 'A month that does not have it is paid on its last day.';
COMMENT ON COLUMN streams.calendar_second_day IS 'A second payday in each month.';
COMMENT ON COLUMN streams.calendar_time IS 'Seconds after midnight.';
COMMENT ON COLUMN streams.grant_installments IS 'Of a stream that vests by the calendar.';
COMMENT ON COLUMN streams.grant_cliff IS 'Number of the installment with which all earlier ones vest.';
COMMENT ON COLUMN streams.grant_released IS 'What was paid elsewhere before the funding: the total is the rest.';
COMMENT ON COLUMN streams.tranche_list IS 'Of a stream of dates and amounts: the list that its funding announces, 11 bytes each, as hex.';
COMMENT ON COLUMN streams.calendar_offset IS 'Seconds east of Greenwich: the announcement says it beside the time.';
COMMENT ON COLUMN streams.next_due IS 'When the next period falls due, as the contract''s state says.';
COMMENT ON COLUMN streams.pause_settled IS 'Whether the notice of a pause is over; null unless paused.';
COMMENT ON COLUMN streams.periods IS 'Set for RECURRING only.';
COMMENT ON COLUMN streams.amount_per_period IS 'Set for RECURRING only.';
COMMENT ON COLUMN streams.state_commitment IS 'Empty for locks.';
COMMENT ON COLUMN streams.state_category IS 'Empty for locks.';
CREATE INDEX payments_by_creation ON streams ((created_at + 0), id) WHERE product = 'payment';
CREATE INDEX payments_by_pair ON streams ((sender_hash || recipient_hash), created_at, id) WHERE product = 'payment';
CREATE INDEX payments_by_pair_status ON streams ((sender_hash || recipient_hash || status), created_at, id) WHERE product =
  'payment';
CREATE INDEX payments_by_recipient ON streams (recipient_hash, created_at, id) WHERE product = 'payment';
CREATE INDEX payments_by_recipient_status ON streams ((recipient_hash || status), created_at, id) WHERE product = 'payment';
CREATE INDEX payments_by_sender ON streams (sender_hash, created_at, id) WHERE product = 'payment';
CREATE INDEX payments_by_sender_status ON streams ((sender_hash || status), created_at, id) WHERE product = 'payment';
CREATE INDEX payments_by_status ON streams (status, created_at, id) WHERE product = 'payment';
CREATE INDEX locks_by_creation ON streams ((created_at + 0), id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_pair ON streams ((sender_hash || recipient_hash), created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_pair_status ON streams ((sender_hash || recipient_hash || status), created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_recipient ON streams (recipient_hash, created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_recipient_status ON streams ((recipient_hash || status), created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_sender ON streams (sender_hash, created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_sender_status ON streams ((sender_hash || status), created_at, id) WHERE contract = 'LOCK';
CREATE INDEX locks_by_status ON streams (status, created_at, id) WHERE contract = 'LOCK';
CREATE INDEX streams_by_creation ON streams ((created_at + 0), id) WHERE product = 'stream';
CREATE INDEX streams_by_pair ON streams ((sender_hash || recipient_hash), created_at, id) WHERE product = 'stream';
CREATE INDEX streams_by_pair_status ON streams ((sender_hash || recipient_hash || status), created_at, id) WHERE product =
  'stream';
CREATE INDEX streams_by_recipient ON streams (recipient_hash, created_at, id) WHERE product = 'stream';
CREATE INDEX streams_by_recipient_status ON streams ((recipient_hash || status), created_at, id) WHERE product = 'stream';
CREATE INDEX streams_by_sender ON streams (sender_hash, created_at, id) WHERE product = 'stream';
CREATE INDEX streams_by_sender_status ON streams ((sender_hash || status), created_at, id) WHERE product = 'stream';
CREATE INDEX streams_by_status ON streams (status, created_at, id) WHERE product = 'stream';
CREATE INDEX streams_explored ON streams ((product || token_type || status), created_at, id);
-- The same with one row for each plan, and none for the locks of claims.
CREATE INDEX streams_grouped ON streams ((product || token_type || status || ''), created_at, id) WHERE (plan_id IS NULL OR plan_index = 1)
  AND campaign_id IS NULL;
CREATE INDEX streams_by_amount ON streams ((product || status), total_amount, id) WHERE token_type = 'BCH';
CREATE INDEX streams_words ON streams USING gin (to_tsvector('simple', coalesce(description, '') || ' ' || coalesce(recipient_name, '')))
  WHERE description IS NOT NULL OR recipient_name IS NOT NULL;
CREATE UNIQUE INDEX streams_funding_outpoint ON streams (funding_tx_hash, funding_vout) WHERE funding_tx_hash IS NOT NULL;
CREATE UNIQUE INDEX streams_of_funding ON streams (plan_funding_id, plan_index);
CREATE UNIQUE INDEX streams_of_plan ON streams (plan_id, plan_index) WHERE plan_id IS NOT NULL;
CREATE INDEX streams_of_campaign ON streams (campaign_id, created_at, id) WHERE campaign_id IS NOT NULL;
-- Siblings in a plan share a script: their index says which of them is meant. So do locks of equal terms.
CREATE INDEX streams_of_script ON streams (script_hash, plan_index);
CREATE INDEX locks_of_current_script ON streams (current_bytecode) WHERE current_bytecode IS NOT NULL;
-- Under notice, few at any time, by party.
CREATE INDEX streams_notices_of_recipient ON streams (recipient_hash) WHERE refund_status = 'pending';
CREATE INDEX streams_notices_of_sender ON streams (sender_hash) WHERE refund_status = 'pending';
CREATE INDEX streams_pending_refunds ON streams (refund_available_height, id) WHERE refund_status = 'pending';
-- Moves that are pending, few at any time, by party.
CREATE INDEX streams_movable ON streams (recipient_hash, id) WHERE move_delay > 0 AND status IN ('ACTIVE', 'PAUSED');
CREATE INDEX streams_moves_from ON streams (recipient_hash, id) WHERE move_to IS NOT NULL;
CREATE INDEX streams_moves_to ON streams (move_to_hash, id) WHERE move_to IS NOT NULL;
CREATE INDEX streams_moves_of_sender ON streams (sender_hash, id) WHERE move_to IS NOT NULL;
CREATE INDEX streams_pending_finishes ON streams (move_available_height, id) WHERE move_to IS NOT NULL;
CREATE INDEX streams_pending_settlements ON streams (settle_available_height, id) WHERE pause_settled IS FALSE;
${sql.raw(unpaidIndexes('streams', "status = 'PENDING'"))}
CREATE INDEX streams_watched ON streams (id) WHERE (status IN ('ACTIVE', 'PAUSED') OR (status = 'CANCELLED' AND
  (refund_status IS DISTINCT FROM 'confirmed')));

CREATE TABLE stream_claims (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  recipient text NOT NULL,
  amount numeric(20,0) NOT NULL CHECK (amount > 0),
  claimed_at bigint NOT NULL,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  source text NOT NULL CHECK (source IN ${wordsInSql(RECORD_SOURCES)}),
  periods integer CHECK (periods > 0),
  payday bigint,
  CONSTRAINT stream_claims_stream_id_tx_hash_key UNIQUE (stream_id, tx_hash)
);
COMMENT ON TABLE stream_claims IS 'Payments to recipients of streams and payments. Amounts in base units.';
COMMENT ON COLUMN stream_claims.periods IS 'Of a RECURRING stream.';
COMMENT ON COLUMN stream_claims.payday IS 'Of a stream by the calendar: when the last installment or tranche came that it pays, Unix seconds.';
CREATE INDEX stream_claims_in_order ON stream_claims (stream_id, claimed_at, id);

-- Payments to recipients of payments.
CREATE VIEW payment_executions AS
 SELECT claims.id,
    claims.stream_id AS payment_id,
    claims.recipient,
    claims.amount,
    claims.periods AS intervals,
    claims.claimed_at AS paid_at,
    claims.tx_hash,
    claims.source
   FROM stream_claims claims
     JOIN streams ON streams.id = claims.stream_id
  WHERE streams.product = 'payment';

-- Returns the payday that is so many steps after one, Unix seconds; null where a payment is not by the calendar.
CREATE FUNCTION payday_after(due bigint, steps integer, months integer, day integer, second_day integer, seconds integer, utc_offset integer)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $function$
  SELECT extract(epoch FROM first + (least(chosen, extract(day FROM first + interval '1 month - 1 day')::integer) - 1)
    * interval '1 day')::bigint + seconds - utc_offset
  FROM (
    SELECT date_trunc('month', here) + later / halves * months * interval '1 month' AS first,
      CASE WHEN later % halves = 0 THEN day ELSE second_day END AS chosen
    FROM (
      SELECT here, halves, steps + CASE WHEN halves = 2 AND extract(day FROM here) > day THEN 1 ELSE 0 END AS later
      FROM (SELECT to_timestamp(due + utc_offset) AT TIME ZONE 'UTC' AS here, CASE WHEN second_day IS NULL THEN 1 ELSE 2 END AS halves) AS known
    ) AS counted
  ) AS found
$function$;

-- Copies from the vault whether a stream may name it.
CREATE FUNCTION show_vault_of_stream() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.vault_public := coalesce((SELECT is_public FROM vaults WHERE id = NEW.vault_id), false);
  RETURN NEW;
END
$function$;
CREATE TRIGGER streams_show_vault BEFORE INSERT ON streams
  FOR EACH ROW WHEN ((new.vault_id IS NOT NULL)) EXECUTE FUNCTION show_vault_of_stream();

-- Marks streams of a public vault that is stored after them.
CREATE FUNCTION show_streams_vault() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  UPDATE streams SET vault_public = NEW.is_public WHERE vault_id = NEW.id;
  RETURN NULL;
END
$function$;
CREATE TRIGGER vaults_show_streams AFTER UPDATE OF is_public ON vaults
  FOR EACH ROW WHEN ((new.is_public <> old.is_public)) EXECUTE FUNCTION show_streams_vault();
`;
