import { sql, type Kysely } from 'kysely';
import { CONTRACT_STATUSES } from '@weir/kinds';
import { dropEverything } from '../../database/sql/drop-everything.js';
import { wordsInSql } from '../../database/sql/words-in-sql.js';

/**
 * The schema of the indexer's database: what it knows of the chain. Every row but sync_state and scripts is a function of the chain up to
 * the highest block: a rollback and a clean replay leave the same. Hashes are made by the indexer from bytes: a pattern tried on every row
 * would cost a third of what writing the row does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [chain, contracts, events, figures]) await part.execute(db);
}

/** Removes everything that the schema holds but the migrations' own tables. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await dropEverything(db);
}

const chain = sql`
-- One row. served_height: up to which block everything is read, which is not the highest block. problem: what an operator has to look at.
CREATE TABLE sync_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  version bigint NOT NULL DEFAULT 0,
  network text NOT NULL,
  start_height integer NOT NULL CHECK (start_height >= 0),
  served_height integer,
  reorgs integer NOT NULL DEFAULT 0,
  last_reorg_at bigint,
  last_reorg_height integer,
  last_reorg_depth integer,
  problem text,
  CHECK (num_nonnulls(last_reorg_at, last_reorg_height, last_reorg_depth) IN (0, 3))
);

CREATE TABLE blocks (
  height integer PRIMARY KEY CHECK (height >= 0),
  hash text NOT NULL UNIQUE CHECK (length(hash) = 64),
  time bigint NOT NULL
);

-- The digest of each script's history as it was last read.
CREATE TABLE scripts (
  script_hash text PRIMARY KEY CHECK (length(script_hash) = 64),
  status text NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE announcements (
  txid text NOT NULL CHECK (length(txid) = 64),
  vout integer NOT NULL CHECK (vout >= -1),
  script_hash text NOT NULL,
  height integer NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('ACCEPTED', 'TWIN', 'FORGED', 'MALFORMED', 'FOREIGN')),
  product text,
  contract_address text,
  problem text,
  PRIMARY KEY (txid, vout)
);
CREATE INDEX announcements_by_script ON announcements (script_hash, height);
CREATE INDEX announcements_by_address ON announcements (contract_address) WHERE contract_address IS NOT NULL;
CREATE INDEX announcements_by_height ON announcements (height);
`;

const contracts = sql`
-- A row is an instance: the contract at its funding outpoint; from sequence on, as the last event left it. Parties are locking
-- bytecodes. plan: what the funding of a plan says of a stream and its announcement does not. Recurring contracts that nobody
-- can pause are of both lists: nothing on the chain says whether one is a stream.
CREATE TABLE contracts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txid text NOT NULL CHECK (length(txid) = 64),
  vout integer NOT NULL CHECK (vout >= 0),
  product text NOT NULL,
  family text NOT NULL CHECK (family IN ('stream', 'recurring', 'payment', 'airdrop')),
  contract_address text NOT NULL,
  locking_bytecode text NOT NULL,
  script_hash text NOT NULL,
  announcement text NOT NULL,
  sender text NOT NULL,
  recipient text,
  token_category text,
  total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
  plan jsonb,
  funded_height integer NOT NULL,
  funded_time bigint NOT NULL,

  sequence integer NOT NULL CHECK (sequence > 0),
  status text NOT NULL CHECK (status IN ${wordsInSql(CONTRACT_STATUSES)}),
  released_amount numeric(20,0) NOT NULL CHECK (released_amount BETWEEN 0 AND total_amount),
  commitment text,
  state jsonb,
  held_satoshis numeric(20,0) NOT NULL,
  held_tokens numeric(20,0) NOT NULL,
  last_txid text NOT NULL,
  last_height integer NOT NULL,
  last_time bigint NOT NULL,
  UNIQUE (txid, vout)
) WITH (fillfactor = 80);
CREATE INDEX contracts_in_order ON contracts (family, funded_height, id);
CREATE INDEX contracts_by_status ON contracts (family, status, funded_height, id);
CREATE INDEX contracts_by_sender ON contracts (sender, family, funded_height, id);
CREATE INDEX contracts_by_recipient ON contracts (recipient, family, funded_height, id);
CREATE INDEX contracts_by_token ON contracts (token_category, family, funded_height, id);
CREATE INDEX contracts_by_plan ON contracts ((plan->>'category'), family, funded_height, id) WHERE plan IS NOT NULL;
CREATE INDEX contracts_by_script ON contracts (script_hash, funded_height);
CREATE INDEX contracts_by_last_height ON contracts (last_height);
CREATE INDEX contracts_live ON contracts (script_hash) WHERE state IS NOT NULL;
CREATE INDEX contracts_holding ON contracts (token_category, held_tokens, id) WHERE state IS NOT NULL AND token_category IS NOT NULL;
CREATE INDEX contracts_under_notice ON contracts (id) WHERE state IS NOT NULL AND status IN ('CANCELLED', 'PAUSED');
`;

const events = sql`
-- Grows without bound: a partition a month, made before the first event of the month.
CREATE TABLE events (
  contract_id bigint NOT NULL REFERENCES contracts (id),
  sequence integer NOT NULL CHECK (sequence > 0),
  time bigint NOT NULL,
  height integer NOT NULL,
  kind text NOT NULL,
  txid text NOT NULL CHECK (length(txid) = 64),
  locktime bigint NOT NULL,
  status text NOT NULL,
  released_amount numeric(20,0) NOT NULL,
  commitment text,
  state jsonb,
  paid_to_recipient numeric(20,0) NOT NULL,
  paid_to_sender numeric(20,0) NOT NULL,
  held_satoshis numeric(20,0) NOT NULL,
  held_tokens numeric(20,0) NOT NULL,
  satoshis_change numeric(20,0) NOT NULL,
  tokens_change numeric(20,0) NOT NULL,
  PRIMARY KEY (contract_id, sequence, time)
) PARTITION BY RANGE (time);
CREATE INDEX events_by_height ON events (height);
`;

const figures = sql`
-- Days are counted since 1970. A row exists as long as an event of its day and asset does.
CREATE TABLE daily_balances (
  asset text NOT NULL,
  day integer NOT NULL,
  balance numeric(40,0) NOT NULL,
  changes integer NOT NULL,
  PRIMARY KEY (asset, day)
) WITH (fillfactor = 70);
CREATE INDEX daily_balances_by_day ON daily_balances (day);

CREATE TABLE daily_activity (
  day integer NOT NULL,
  asset text NOT NULL,
  volume numeric(40,0) NOT NULL,
  transactions integer NOT NULL,
  funded integer NOT NULL,
  claimed integer NOT NULL,
  cancelled integer NOT NULL,
  PRIMARY KEY (day, asset)
) WITH (fillfactor = 70);

-- What would otherwise be counted for each question.
CREATE TABLE balances (
  asset text PRIMARY KEY,
  balance numeric(40,0) NOT NULL,
  changes bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE verdict_counts (
  verdict text PRIMARY KEY,
  count bigint NOT NULL
) WITH (fillfactor = 50);
`;
