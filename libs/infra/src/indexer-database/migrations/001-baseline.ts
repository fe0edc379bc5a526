import { sql, type Kysely } from 'kysely';
import { ANNOUNCEMENT_VERDICTS, CONTRACT_FAMILIES, CONTRACT_STATUSES, OPEN_FAMILIES } from '@weir/kinds';
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
COMMENT ON TABLE sync_state IS 'The single row with the version and position of the tables.';
COMMENT ON COLUMN sync_state.version IS 'Counts commits, so that two writers cannot both believe to be the one.';
COMMENT ON COLUMN sync_state.served_height IS 'The highest block whose transactions have all been read; null during a first sync. Not the highest block.';
COMMENT ON COLUMN sync_state.last_reorg_height IS 'Of the last block that stayed.';
COMMENT ON COLUMN sync_state.problem IS 'Why the tables cannot follow the chain any more, in words for an operator.';

CREATE TABLE blocks (
  height integer PRIMARY KEY CHECK (height >= 0),
  hash text NOT NULL UNIQUE CHECK (length(hash) = 64),
  time bigint NOT NULL
);
COMMENT ON TABLE blocks IS 'Blocks of the indexed chain.';

CREATE TABLE scripts (
  script_hash text PRIMARY KEY CHECK (length(script_hash) = 64),
  status text NOT NULL
) WITH (fillfactor = 70);
COMMENT ON TABLE scripts IS 'Up to which history a followed script was read.';
COMMENT ON COLUMN scripts.status IS 'Electrum''s digest of the history as it was last read.';

CREATE TABLE announcements (
  txid text NOT NULL CHECK (length(txid) = 64),
  vout integer NOT NULL CHECK (vout >= -1),
  script_hash text NOT NULL,
  height integer NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ${wordsInSql(ANNOUNCEMENT_VERDICTS)}),
  product text,
  contract_address text,
  problem text,
  PRIMARY KEY (txid, vout)
);
CREATE INDEX announcements_by_script ON announcements (script_hash, height);
CREATE INDEX announcements_by_address ON announcements (contract_address) WHERE contract_address IS NOT NULL;
CREATE INDEX announcements_by_height ON announcements (height);
COMMENT ON TABLE announcements IS 'Transactions that pay to a beacon, and the verdict on each.';
COMMENT ON COLUMN announcements.vout IS 'The announcement''s output; -1 for a transaction without one.';
COMMENT ON COLUMN announcements.script_hash IS 'The beacon''s.';
COMMENT ON COLUMN announcements.problem IS 'In words; null for an accepted announcement.';
`;

const contracts = sql`
-- Who sits in the state of a roster: each signer by 's' and the hash of the key, the guardian by 'g' and the hash of the locking bytecode.
CREATE FUNCTION roster_members(commitment text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $function$
SELECT ARRAY['g' || substr(commitment, 13, 40), 's' || substr(commitment, 61, 40), 's' || substr(commitment, 101, 40),
  's' || substr(commitment, 141, 40)]
$function$;

CREATE TABLE contracts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txid text NOT NULL CHECK (length(txid) = 64),
  vout integer NOT NULL CHECK (vout >= 0),
  product text NOT NULL,
  family text NOT NULL CHECK (family IN ${wordsInSql(CONTRACT_FAMILIES)}),
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
  released_amount numeric(20,0) NOT NULL CHECK (released_amount >= 0),
  commitment text,
  state jsonb,
  state_script_hash text,
  moved_to text,
  held_satoshis numeric(20,0) NOT NULL,
  held_tokens numeric(20,0) NOT NULL,
  last_txid text NOT NULL,
  last_height integer NOT NULL,
  last_time bigint NOT NULL,
  CHECK (released_amount <= total_amount OR family IN ${wordsInSql(OPEN_FAMILIES)}),
  UNIQUE (txid, vout)
) WITH (fillfactor = 80);
COMMENT ON TABLE contracts IS 'Contracts found on the chain, as their last event left them. Amounts in satoshis or base units; parties as locking bytecodes, hex.';
COMMENT ON COLUMN contracts.txid IS 'The funding outpoint''s.';
COMMENT ON COLUMN contracts.announcement IS 'The announcement''s locking bytecode, from which the contract is rebuilt; for the lock of a claim, its campaign''s announcement.';
COMMENT ON COLUMN contracts.total_amount IS 'Of a contract to which money is added later: what its funding put in.';
COMMENT ON COLUMN contracts.recipient IS 'Null for a contract of several recipients.';
COMMENT ON COLUMN contracts.plan IS 'Terms that the funding of a plan gives one stream and the announcement does not. Null for a contract with its own announcement, and for the lock of a claim.';
COMMENT ON COLUMN contracts.commitment IS 'Null once the contract has ended.';
COMMENT ON COLUMN contracts.state IS 'Null once the contract has ended.';
COMMENT ON COLUMN contracts.state_script_hash IS 'Where its state is, of a lock since its first step that can move: each announcement and move takes it to another script. Null at script_hash.';
COMMENT ON COLUMN contracts.moved_to IS 'Who is paid, where the recipient has moved to another address; else null.';
CREATE INDEX contracts_in_order ON contracts (family, funded_height, id);
CREATE INDEX contracts_by_status ON contracts (family, status, funded_height, id);
CREATE INDEX contracts_by_sender ON contracts (sender, family, funded_height, id);
CREATE INDEX contracts_by_recipient ON contracts ((coalesce(moved_to, recipient)), family, funded_height, id);
CREATE INDEX contracts_by_member ON contracts USING gin (roster_members(commitment)) WHERE family = 'roster';
CREATE INDEX contracts_by_token ON contracts (token_category, family, funded_height, id);
CREATE INDEX contracts_by_plan ON contracts ((plan->>'category'), family, funded_height, id) WHERE plan IS NOT NULL;
CREATE INDEX contracts_by_script ON contracts (script_hash, funded_height);
CREATE INDEX contracts_by_last_height ON contracts (last_height);
CREATE INDEX contracts_by_state_script ON contracts (state_script_hash) WHERE state_script_hash IS NOT NULL;
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
  state_script_hash text,
  moved_to text,
  paid_to_recipient numeric(20,0) NOT NULL,
  paid_to_sender numeric(20,0) NOT NULL,
  held_satoshis numeric(20,0) NOT NULL,
  held_tokens numeric(20,0) NOT NULL,
  satoshis_change numeric(20,0) NOT NULL,
  tokens_change numeric(20,0) NOT NULL,
  details jsonb,
  PRIMARY KEY (contract_id, sequence, time)
) PARTITION BY RANGE (time);
COMMENT ON TABLE events IS 'Steps of contracts on the chain, and how each left its contract. Amounts in satoshis or base units.';
COMMENT ON COLUMN events.time IS 'Of its block.';
COMMENT ON COLUMN events.commitment IS 'Null once the contract has ended.';
COMMENT ON COLUMN events.state IS 'Null once the contract has ended.';
COMMENT ON COLUMN events.state_script_hash IS 'Where its state is then, of a lock that can move; null at script_hash of its contract.';
COMMENT ON COLUMN events.details IS 'What the step says beside its amounts; null where it says no more.';
COMMENT ON COLUMN events.moved_to IS 'Who is paid then, where the recipient has moved to another address; else null.';
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
COMMENT ON TABLE daily_balances IS 'The total that all contracts held of an asset at the end of a day.';
COMMENT ON COLUMN daily_balances.asset IS 'BCH, or a token''s category.';
COMMENT ON COLUMN daily_balances.balance IS 'Satoshis, reserves included, or base units.';
COMMENT ON COLUMN daily_balances.changes IS 'Events that changed it that day.';

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
COMMENT ON TABLE daily_activity IS 'Events of a day by asset. A claim that opens a lock counts as a claim and as a funding.';
COMMENT ON COLUMN daily_activity.asset IS 'The asset that the contracts pay: BCH, or a token''s category.';
COMMENT ON COLUMN daily_activity.volume IS 'Funded, paid and returned.';

-- What would otherwise be counted for each question.
CREATE TABLE balances (
  asset text PRIMARY KEY,
  balance numeric(40,0) NOT NULL,
  changes bigint NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE balances IS 'The total that all contracts hold of an asset now.';
COMMENT ON COLUMN balances.asset IS 'BCH, or a token''s category.';
COMMENT ON COLUMN balances.balance IS 'Satoshis, reserves included, or base units.';
COMMENT ON COLUMN balances.changes IS 'Events that ever changed it.';

CREATE TABLE verdict_counts (
  verdict text PRIMARY KEY CHECK (verdict IN ${wordsInSql(ANNOUNCEMENT_VERDICTS)}),
  count bigint NOT NULL
) WITH (fillfactor = 50);
COMMENT ON COLUMN verdict_counts.count IS 'Announcements judged so.';
`;
