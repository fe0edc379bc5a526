import { sql } from 'kysely';
import {
  MAX_CANCEL_FILLS,
  MAX_MOVE_DELAY,
  MAX_PERIODS,
  MAX_TIME,
  MIN_TIME,
  PAYMENT_PERIODS,
  PLAN_STATUSES,
} from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { datedColumns } from './dated-columns.js';
import { unpaidIndexes } from './triggers.js';

/**
 * Plans, their fundings, and the lists of recipients that wait for one.
 *
 * - **One row of `streams` a stream**: lists, claims, transitions, events and the explorer know one table. Its columns `plan_*`
 *   say where it is in a plan; a row alone determines its contract (the announcement is in it, too).
 * - **One row of `plan_fundings` a funding transaction**, and so a fresh category: the announcement with all terms that its
 *   streams share. A single stream or payment is a plan of one: a funding without a plan.
 * - **One row of `plans` a list of recipients** that somebody made. A list that does not fit one transaction has several
 *   fundings, its parts, with one nonce; a stream's `plan_index` is its row in the list, counted from 1, unique over all
 *   parts, so that none is opened twice. What is left to open are the fundings that are PENDING.
 * - **One row of `plan_recipients` a row of such a list.** Nobody has paid for it yet, and it names whom it likes: its stream
 *   has no row, and is in no list of anybody's, before its funding is there. Then it has the id that is kept here for it.
 *
 * `status` of a funding and of a plan follow the rows of the streams by triggers, in the transaction that changes these: nobody
 * writes them. Removing the last stream of a funding removes the funding; removing a plan, everything of it. Streams of a plan
 * (`plan_id`) count in no quota and expire with the plan: theirs are its `created_by`, `created_from` and `expires_at`.
 *
 * **Siblings share a script**, so that `script_hash`, `nonce` and `contract_address` are not unique. What finds a stream
 * finds it by outpoint: that of its funding (`funding_tx_hash`, `funding_vout`) is unique; its state's is followed from there.
 *
 * **Parties** are of any standard kind. `sender_hash` and `recipient_hash` hold a party's key: of P2PKH the public key's hash,
 * 20 bytes, as ever; of a script its whole locking bytecode (`a914…87`, `aa20…87`). Each of the key and the locking bytecode determines
 * the other (`partyKey`, `partyOfKey` of @weir/covenants), and no script can pass for a key.
 */
export const plans = sql`
-- Of display ids.
CREATE SEQUENCE plan_number;

CREATE TABLE plans (
  id uuid PRIMARY KEY,
  plan_id text NOT NULL CHECK (plan_id ~ '^#WEIR-PLAN-[0-9]{6,}$') UNIQUE,
  product text NOT NULL CHECK (product IN ('VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN', 'LOCK_BCH', 'LOCK_TOKEN')),
  sender text NOT NULL,
  sender_hash text NOT NULL CHECK (sender_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  nonce text CHECK (nonce ~ '^[0-9a-f]{32}$') UNIQUE,
  payment_fee numeric(20,0) CHECK (payment_fee > 0),
  reserve_floor numeric(20,0) CHECK (reserve_floor >= payment_fee),
  cancel_fills integer CHECK (cancel_fills BETWEEN 1 AND ${sql.lit(MAX_CANCEL_FILLS)}),
  move_delay integer NOT NULL CHECK (move_delay BETWEEN 0 AND ${sql.lit(MAX_MOVE_DELAY)}),
  vault_id uuid,
  description text,
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PLAN_STATUSES)}),
  created_by text,
  created_from text,
  expires_at bigint,
  defaults jsonb,
  recipients integer DEFAULT 0 NOT NULL CHECK (recipients BETWEEN 0 AND ${sql.lit(MAX_PERIODS)}),
  principal numeric(40,0) DEFAULT 0 NOT NULL CHECK (principal >= 0),
  offered_at bigint,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT plans_frame_whole CHECK (num_nonnulls(nonce, payment_fee, reserve_floor) = CASE WHEN (product ~~ 'LOCK%')
    THEN 0 ELSE 3 END),
  CONSTRAINT plans_fills_of_product CHECK ((product !~~ 'LOCK%') OR (cancel_fills IS NULL)),
  CONSTRAINT plans_token_has_category CHECK ((product ~~ '%_BCH') = (token_category IS NULL))
) WITH (fillfactor = 85);
COMMENT ON TABLE plans IS 'Lists of recipients that somebody made, each with the terms that its streams share.';
COMMENT ON COLUMN plans.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN plans.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN plans.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN plans.plan_id IS 'Display id, #WEIR-PLAN-000001.';
COMMENT ON COLUMN plans.nonce IS 'Null for locks.';
COMMENT ON COLUMN plans.defaults IS 'What its rows have where they say nothing; nothing here reads it.';
COMMENT ON COLUMN plans.recipients IS 'Streams of its list, and what they hold together, base units.';
COMMENT ON COLUMN plans.offered_at IS 'When a funding of it was handed out to be signed, Unix seconds: from then on its list stays.';
COMMENT ON COLUMN plans.status IS 'Kept by a trigger. ACTIVE once a funding of it is.';
COMMENT ON COLUMN plans.payment_fee IS 'Null for locks. Satoshis, like the next.';
COMMENT ON COLUMN plans.reserve_floor IS 'Null for locks.';
COMMENT ON COLUMN plans.cancel_fills IS 'Null for locks, and by the calendar, where stops reserve nothing.';
COMMENT ON COLUMN plans.move_delay IS 'Blocks between the announcement of another address and the move to it; 0 where recipients cannot move.';
CREATE INDEX plans_by_creation ON plans (created_at, id);
CREATE INDEX plans_by_sender ON plans (sender_hash, created_at, id);
${sql.raw(unpaidIndexes('plans', "status = 'PENDING'"))}

-- A transaction that opens streams. The parts of one plan share its nonce; any other record with it would have its addresses. Every
-- funding handed out for a part spends its offered coin, so that at most one of them is mined.
CREATE TABLE plan_fundings (
  id uuid PRIMARY KEY,
  plan_id uuid REFERENCES plans (id) ON DELETE CASCADE,
  part integer DEFAULT 1 NOT NULL CHECK (part > 0),
  product text NOT NULL CHECK (product IN ('VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN', 'LOCK_BCH', 'LOCK_TOKEN')),
  sender_hash text NOT NULL CHECK (sender_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  nonce text CHECK (nonce ~ '^[0-9a-f]{32}$'),
  announcement text CHECK (announcement ~ '^6a([0-9a-f]{2})+$'),
  streams integer NOT NULL CHECK (streams > 0),
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PLAN_STATUSES)}),
  category text CHECK (category ~ '^([0-9a-f]{64})?$'),
  funding_tx_hash text CHECK (funding_tx_hash ~ '^[0-9a-f]{64}$') UNIQUE,
  offered_txid text CHECK (offered_txid ~ '^[0-9a-f]{64}$'),
  offered_vout integer DEFAULT 0 NOT NULL CHECK (offered_vout >= 0),
  renews uuid,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT plan_fundings_funded_whole CHECK (num_nonnulls(category, funding_tx_hash) = CASE status WHEN 'ACTIVE' THEN 2
    ELSE 0 END),
  CONSTRAINT plan_fundings_frame_whole CHECK (num_nonnulls(nonce, announcement) = CASE WHEN (product ~~ 'LOCK%') THEN 0 ELSE 2
    END),
  CONSTRAINT plan_fundings_token_has_category CHECK ((product ~~ '%_BCH') = (token_category IS NULL)),
  CONSTRAINT plan_fundings_plan_id_part_key UNIQUE (plan_id, part)
);
COMMENT ON TABLE plan_fundings IS 'Funding transactions of plans: see the table plans.';
COMMENT ON COLUMN plan_fundings.plan_id IS 'Null of a plan of one.';
COMMENT ON COLUMN plan_fundings.part IS 'From 1.';
COMMENT ON COLUMN plan_fundings.announcement IS 'Hex: the announcement''s locking bytecode. Null of locks, like their nonce: their rows say it.';
COMMENT ON COLUMN plan_fundings.streams IS 'How many it opens.';
COMMENT ON COLUMN plan_fundings.status IS 'Kept by a trigger.';
COMMENT ON COLUMN plan_fundings.offered_txid IS 'Hash of the transaction of which every funding that is handed out spends one output.';
COMMENT ON COLUMN plan_fundings.offered_vout IS 'Which: 0 but of locks, whose fundings make no category.';
COMMENT ON COLUMN plan_fundings.renews IS 'The payment or plan that it goes on from.';
COMMENT ON COLUMN plan_fundings.category IS 'Kept by a trigger. The fresh category, display order; null while PENDING, empty for locks.';
COMMENT ON COLUMN plan_fundings.funding_tx_hash IS 'Kept by a trigger.';
-- Parts of lists that wait for their funding, by what the chain says of it.
CREATE INDEX plan_fundings_awaited ON plan_fundings (sender_hash, announcement) WHERE status = 'PENDING' AND plan_id IS NOT NULL;
CREATE INDEX plan_fundings_offered ON plan_fundings (offered_txid) WHERE offered_txid IS NOT NULL;
CREATE INDEX plan_fundings_renewing ON plan_fundings (renews) WHERE renews IS NOT NULL;
CREATE UNIQUE INDEX plan_fundings_nonce_key ON plan_fundings (nonce) WHERE plan_id IS NULL;

-- Of payments and plans that were renewed: the coin that the first funding of each of their renewals spends (output 0), so that at
-- most one renewal is mined. Kept when a renewal expires: what was signed for it still spends this coin.
CREATE TABLE renewals (
  renewed uuid PRIMARY KEY,
  offered_txid text CHECK (offered_txid ~ '^[0-9a-f]{64}$')
);
COMMENT ON TABLE renewals IS 'Records that were renewed: see offerTo.';
COMMENT ON COLUMN renewals.renewed IS 'The payment or plan.';
COMMENT ON COLUMN renewals.offered_txid IS 'Hash of the transaction of which the first funding of each renewal spends output 0; null before one was handed out.';

-- A list before it is funded. It costs nobody anything and may name anybody, so its rows are not streams yet and appear in no
-- list, search or statistic. Each row has the id that its stream will have.
CREATE TABLE plan_recipients (
  plan_id uuid NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
  plan_index integer NOT NULL CHECK (plan_index BETWEEN 1 AND ${sql.lit(MAX_PERIODS)}),
  funding_id uuid NOT NULL REFERENCES plan_fundings (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL UNIQUE,
  recipient text NOT NULL,
  recipient_hash text NOT NULL CHECK (recipient_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  label text,
  principal numeric(20,0) NOT NULL CHECK (principal > 0),
  start_time bigint NOT NULL CHECK (start_time >= ${sql.lit(MIN_TIME)}),
  end_time bigint CHECK (end_time <= ${sql.lit(MAX_TIME)}),
  cliff_seconds bigint CHECK (cliff_seconds >= 0),
  step_seconds bigint CHECK (step_seconds > 0),
  amount_per_period numeric(20,0) CHECK (amount_per_period > 0),
  periods integer CHECK (periods > 0),
  payment_interval text CHECK (payment_interval IN ${wordsInSql(PAYMENT_PERIODS)}),
  ${datedColumns}
  PRIMARY KEY (plan_id, plan_index),
  CONSTRAINT plan_recipients_step CHECK ((step_seconds IS NULL) = ((COALESCE(payment_interval, '') = 'CALENDAR') OR
    (num_nonnulls(grant_installments, tranche_list) > 0))),
  CONSTRAINT plan_recipients_dates CHECK ((num_nonnulls(calendar_months, calendar_day, calendar_time, calendar_offset,
    grant_installments, grant_cliff, grant_allocation, grant_released) IN (0, 8)) AND
    (num_nonnulls(periods, grant_installments, tranche_list) <= 1) AND
    ((grant_installments IS NULL) OR (grant_cliff <= grant_installments))),
  CONSTRAINT plan_recipients_kind CHECK ( CASE WHEN (periods IS NULL) THEN ((num_nonnulls(end_time, cliff_seconds) = 2) AND
    (num_nonnulls(amount_per_period, payment_interval) = 0)) ELSE ((num_nonnulls(amount_per_period, payment_interval) = 2)
    AND (cliff_seconds IS NULL)) END)
);
COMMENT ON TABLE plan_recipients IS 'Rows of the lists of plans. Amounts in base units, times in Unix seconds.';
COMMENT ON COLUMN plan_recipients.plan_index IS '1 to 32,767.';
COMMENT ON COLUMN plan_recipients.stream_id IS 'Of its stream, which has a row once it is funded.';
COMMENT ON COLUMN plan_recipients.principal IS 'Base units.';
COMMENT ON COLUMN plan_recipients.start_time IS 'Of salaries when the first period falls due.';
COMMENT ON COLUMN plan_recipients.end_time IS 'Of salaries when they were asked to end, or null.';
COMMENT ON COLUMN plan_recipients.cliff_seconds IS 'From the start; null of salaries.';
COMMENT ON COLUMN plan_recipients.step_seconds IS 'Of salaries those of an interval; null by the calendar: the plan says the days of salaries, the row those of grants.';
COMMENT ON COLUMN plan_recipients.amount_per_period IS 'Set for salaries only.';
COMMENT ON COLUMN plan_recipients.periods IS 'Set for salaries only.';
COMMENT ON COLUMN plan_recipients.payment_interval IS 'Set for salaries only.';
COMMENT ON COLUMN plan_recipients.calendar_months IS 'Of grants by installments, like the days, the time and the distance from UTC. As in streams.';
COMMENT ON COLUMN plan_recipients.grant_released IS 'What was paid elsewhere before the funding: the principal is the rest.';
COMMENT ON COLUMN plan_recipients.tranche_list IS 'Of a row of dates and amounts: the list that its funding announces, 11 bytes each, as hex.';
CREATE INDEX plan_recipients_of_funding ON plan_recipients (funding_id, plan_index);
`;
