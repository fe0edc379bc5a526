import { sql } from 'kysely';
import { MAX_PERIODS, MAX_PLAN_NOTICE, MIN_TIME, PAYMENT_PERIODS, PAYMENT_STATUSES } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { unpaidIndexes } from './triggers.js';

/** Payments of an amount in a currency, in BCH at an oracle's price, and the prices that their steps fixed. */
export const currencyPayments = sql`
CREATE SEQUENCE currency_payment_number;

CREATE TABLE currency_payments (
  id uuid PRIMARY KEY,
  payment_id text NOT NULL CHECK (payment_id ~ '^#WEIR-CUR-[0-9]{6,}$') UNIQUE,
  sender text NOT NULL,
  sender_hash text NOT NULL CHECK (sender_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  recipient text NOT NULL,
  recipient_hash text NOT NULL CHECK (recipient_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  recipient_name text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  decimals smallint NOT NULL CHECK (decimals BETWEEN 0 AND 8),
  amount_per_period numeric(20,0) NOT NULL CHECK (amount_per_period > 0),
  payment_interval text NOT NULL CHECK (payment_interval IN ${wordsInSql(PAYMENT_PERIODS)}),
  first_due bigint NOT NULL CHECK (first_due >= ${sql.lit(MIN_TIME)}),
  periods integer CHECK (periods BETWEEN 1 AND ${sql.lit(MAX_PERIODS)}),
  cancel_notice_blocks integer NOT NULL CHECK (cancel_notice_blocks BETWEEN 1 AND ${sql.lit(MAX_PLAN_NOTICE)}),
  opening_satoshis numeric(20,0) NOT NULL CHECK (opening_satoshis > 0),
  vault_id uuid,
  announcement text NOT NULL CHECK (announcement ~ '^6a([0-9a-f]{2})+$'),
  contract_address text NOT NULL,
  locking_bytecode text NOT NULL CHECK (locking_bytecode ~ '^([0-9a-f]{2})+$'),
  script_hash text NOT NULL CHECK (script_hash ~ '^[0-9a-f]{64}$'),
  opened_with uuid NOT NULL,
  initial_commitment text NOT NULL CHECK (initial_commitment ~ '^([0-9a-f]{2})+$'),
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(PAYMENT_STATUSES)}),
  state_category text CHECK (state_category ~ '^[0-9a-f]{64}$'),
  state_txid text CHECK (state_txid ~ '^[0-9a-f]{64}$'),
  state_vout integer CHECK (state_vout >= 0),
  state_satoshis numeric(20,0) CHECK (state_satoshis > 0),
  state_commitment text CHECK (state_commitment ~ '^([0-9a-f]{2})+$'),
  clock_txid text CHECK (clock_txid ~ '^[0-9a-f]{64}$'),
  clock_vout integer CHECK (clock_vout >= 0),
  clock_satoshis numeric(20,0) CHECK (clock_satoshis > 0),
  next_due bigint,
  payment_count integer DEFAULT 0 NOT NULL CHECK (payment_count BETWEEN 0 AND periods),
  total_paid numeric(20,0) DEFAULT 0 NOT NULL CHECK (total_paid >= 0),
  total_returned numeric(20,0) DEFAULT 0 NOT NULL CHECK (total_returned >= 0),
  funding_tx_hash text CHECK (funding_tx_hash ~ '^[0-9a-f]{64}$'),
  funding_vout integer CHECK (funding_vout >= 0),
  funding_category text CHECK (funding_category ~ '^[0-9a-f]{64}$'),
  activated_at bigint,
  created_by text,
  created_from text,
  expires_at bigint,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT currency_payments_active_has_state CHECK (status NOT IN ('ACTIVE', 'PAUSED') OR (state_txid IS NOT NULL)),
  CONSTRAINT currency_payments_clock_whole CHECK (num_nonnulls(clock_txid, clock_vout, clock_satoshis) IN (0, 3)),
  CONSTRAINT currency_payments_clock_of_state CHECK (clock_txid IS NULL OR state_txid IS NOT NULL),
  CONSTRAINT currency_payments_funding_whole CHECK (num_nonnulls(funding_tx_hash, funding_vout, funding_category, activated_at) IN (0, 4)),
  CONSTRAINT currency_payments_pending_unfunded CHECK ((status = 'PENDING') = (funding_tx_hash IS NULL)),
  CONSTRAINT currency_payments_state_whole CHECK (num_nonnulls(state_category, state_txid, state_vout, state_satoshis, state_commitment)
    IN (0, 5)),
  CONSTRAINT currency_payments_state_funded CHECK (state_txid IS NULL OR funding_tx_hash IS NOT NULL)
) WITH (fillfactor = 85);
COMMENT ON TABLE currency_payments IS 'Payments in a currency. Amounts in satoshis, but for the amount of a period.';
COMMENT ON COLUMN currency_payments.amount_per_period IS 'In the oracle''s smallest units: cents, where decimals is 2.';
COMMENT ON COLUMN currency_payments.periods IS 'Null where it has no end.';
COMMENT ON COLUMN currency_payments.opening_satoshis IS 'Of the output that the funding makes, the reserve included.';
COMMENT ON COLUMN currency_payments.vault_id IS 'The vault that is its sender; null for a key''s.';
COMMENT ON COLUMN currency_payments.announcement IS 'Locking bytecode of the announcement: all other terms, the paydays too.';
COMMENT ON COLUMN currency_payments.opened_with IS 'The first of the payments that one funding opens: their terms are alike, and so is their contract.';
COMMENT ON COLUMN currency_payments.clock_txid IS 'The output that a cancel or pause made whose notice runs.';
COMMENT ON COLUMN currency_payments.next_due IS 'When the next period falls due, as the contract''s state says: by the calendar a commitment holds the number of a payday. Null where none does.';
COMMENT ON COLUMN currency_payments.funding_category IS 'Of the payment: with its index it makes the address of top-ups.';
COMMENT ON COLUMN currency_payments.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN currency_payments.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN currency_payments.expires_at IS 'Kept until then without funding; null for ever.';
CREATE INDEX currency_payments_of_script ON currency_payments (script_hash);
CREATE INDEX currency_payments_opened_with ON currency_payments (opened_with, id);
CREATE INDEX currency_payments_listed ON currency_payments (created_at, id);
CREATE INDEX currency_payments_of_sender ON currency_payments (sender_hash, created_at, id);
CREATE INDEX currency_payments_of_recipient ON currency_payments (recipient_hash, created_at, id);
CREATE INDEX currency_payments_explored ON currency_payments (('BCH' || status), ((created_at + 0)), id);
CREATE INDEX currency_payments_by_amount ON currency_payments ((status || ''), opening_satoshis, id);
CREATE INDEX currency_payments_words ON currency_payments USING gin (to_tsvector('simple', coalesce(recipient_name, ''))) WHERE recipient_name
  IS NOT NULL;
CREATE INDEX currency_payments_followed ON currency_payments (id) WHERE state_txid IS NOT NULL;
${sql.raw(unpaidIndexes('currency_payments', "status = 'PENDING'"))}

-- The price that a step fixed, with the messages that prove it.
CREATE TABLE currency_prices (
  payment_id uuid NOT NULL REFERENCES currency_payments (id) ON DELETE CASCADE,
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  due bigint NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  price_time bigint NOT NULL,
  price_number bigint NOT NULL CHECK (price_number > 0),
  satoshis numeric(20,0) NOT NULL CHECK (satoshis > 0),
  message text NOT NULL CHECK (message ~ '^[0-9a-f]{32}$'),
  signature text NOT NULL CHECK (signature ~ '^([0-9a-f]{2}){8,73}$'),
  previous_message text NOT NULL CHECK (previous_message ~ '^([0-9a-f]{2}){12,}$'),
  previous_signature text NOT NULL CHECK (previous_signature ~ '^([0-9a-f]{2}){8,73}$'),
  PRIMARY KEY (payment_id, tx_hash)
);
COMMENT ON TABLE currency_prices IS 'Prices that payments fixed, each by a transaction.';
COMMENT ON COLUMN currency_prices.due IS 'The date of the period, Unix seconds.';
COMMENT ON COLUMN currency_prices.price IS 'As the oracle signed it; beyond the bounds the nearer bound counts.';
COMMENT ON COLUMN currency_prices.satoshis IS 'What the period comes to.';
`;
