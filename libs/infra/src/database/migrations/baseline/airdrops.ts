import { sql } from 'kysely';
import {
  AIRDROP_STATUSES,
  MAX_AIRDROP_LANES,
  MAX_LANE_DEPTH,
  MAX_LOCKTIME,
  MAX_TIME,
  MIN_TIME,
  RECORD_SOURCES,
  TOKEN_TYPES,
  VESTING_TYPES,
} from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';
import { BEGIN, END, onEachEvent, triggersOf, unpaidIndexes } from './triggers.js';

const COUNTED = 'counted.key, changed.status, counted.shard';

/** Selects what changed campaigns add to the counters. @param changed selects them, each with the sign of its change */
export const countCampaigns = (changed: string): string => `
SELECT counted.key AS creator_hash, changed.status, counted.shard, sum(change) AS campaigns
FROM (${changed}) AS changed
CROSS JOIN LATERAL (VALUES ('', get_byte(uuid_send(changed.id), 15) % 16), (changed.creator_hash, 0)) AS counted (key, shard)
GROUP BY ${COUNTED}`;

const addCounts = (changed: string): string => `
INSERT INTO airdrop_counters AS kept (creator_hash, status, shard, campaigns)
${countCampaigns(changed)}
ORDER BY ${COUNTED}
ON CONFLICT (creator_hash, status, shard) DO UPDATE SET campaigns = kept.campaigns + excluded.campaigns;`;

/** Selects what is counted of campaigns. */
export const signedCampaigns = (rows: string, sign: 1 | -1): string =>
  `SELECT id, creator_hash, status, ${sign} AS change FROM ${rows}`;

const counters = `
CREATE FUNCTION airdrops_count() ${BEGIN}
  ${onEachEvent(signedCampaigns, addCounts, {
    when: 'EXISTS (SELECT FROM removed JOIN added USING (id) WHERE removed.status <> added.status)',
  })}
${END}
${triggersOf('airdrops_count', 'airdrop_campaigns', 'INSERT', 'UPDATE', 'DELETE')}`;

/** Campaigns, their lanes, and the lists of recipients. */
export const airdrops = sql`
-- Of display ids.
CREATE SEQUENCE airdrop_number;

CREATE TABLE airdrop_campaigns (
  id uuid PRIMARY KEY,
  campaign_id text NOT NULL CHECK (campaign_id ~ '^#WEIR-DROP-[0-9]{6,}$') UNIQUE,
  creator text NOT NULL,
  creator_hash text NOT NULL CHECK (creator_hash ~ '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$'),
  title text NOT NULL,
  description text,
  token_type text NOT NULL CHECK (token_type IN ${wordsInSql(TOKEN_TYPES)}),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
  amount_per_claim numeric(20,0) CHECK (amount_per_claim > 0),
  max_claims_per_address bigint NOT NULL CHECK (max_claims_per_address > 0),
  start_date bigint NOT NULL CHECK (start_date BETWEEN ${sql.lit(MIN_TIME)} AND ${sql.lit(MAX_TIME)}),
  end_date bigint CHECK (end_date BETWEEN ${sql.lit(MIN_TIME)} AND ${sql.lit(MAX_TIME)}),
  require_kyc boolean NOT NULL,
  cancelable boolean NOT NULL,
  lanes_asked integer CHECK (lanes_asked BETWEEN 1 AND ${sql.lit(MAX_AIRDROP_LANES)}),
  sponsor_fees boolean NOT NULL,
  vesting_type text CHECK (vesting_type IN ${wordsInSql(VESTING_TYPES)}),
  vesting_start bigint CHECK (vesting_start >= ${sql.lit(MIN_TIME)}),
  vesting_end bigint CHECK (vesting_end <= ${sql.lit(MAX_LOCKTIME)}),
  vesting_cliff bigint,
  vesting_interval bigint CHECK (vesting_interval > 0),
  nonce text NOT NULL CHECK (nonce ~ '^[A-Za-z0-9_-]{16}$') UNIQUE,
  claim_token text NOT NULL UNIQUE,
  status text DEFAULT 'PENDING' NOT NULL CHECK (status IN ${wordsInSql(AIRDROP_STATUSES)}),
  lanes integer CHECK (lanes BETWEEN 1 AND ${sql.lit(MAX_AIRDROP_LANES)}),
  claims bigint CHECK (claims > 0),
  pool numeric(20,0) CHECK (pool > 0),
  contract_address text,
  locking_bytecode text,
  tree_id uuid,
  merkle_root text CHECK (merkle_root ~ '^[0-9a-f]{64}$'),
  funding_tx_hash text CHECK (funding_tx_hash ~ '^[0-9a-f]{64}$'),
  state_category text CHECK (state_category ~ '^[0-9a-f]{64}$'),
  activated_at bigint,
  cancelled_at bigint,
  public_list boolean DEFAULT false NOT NULL,
  created_by text,
  created_from text,
  expires_at bigint,
  funded_by_creator boolean,
  vault_id uuid,
  closing_txid text CHECK (closing_txid ~ '^[0-9a-f]{64}$'),
  closing_vout integer CHECK (closing_vout >= 0),
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT airdrop_campaigns_cancelled_dated CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CONSTRAINT airdrop_campaigns_closing_whole CHECK ((closing_txid IS NULL) = (closing_vout IS NULL)),
  CONSTRAINT airdrop_campaigns_contract_whole CHECK (num_nonnulls(lanes, claims, pool, contract_address,
    locking_bytecode) IN (0, 5)),
  CONSTRAINT airdrop_campaigns_end_after_start CHECK (end_date > start_date),
  CONSTRAINT airdrop_campaigns_ends CHECK (cancelable OR (end_date IS NOT NULL)),
  CONSTRAINT airdrop_campaigns_funding_whole CHECK (num_nonnulls(funding_tx_hash, state_category, activated_at) IN (0, 3)),
  CONSTRAINT airdrop_campaigns_pending_unfunded CHECK ((status = 'PENDING') = (funding_tx_hash IS NULL)),
  CONSTRAINT airdrop_campaigns_public_amount CHECK (require_kyc OR (amount_per_claim IS NOT NULL)),
  CONSTRAINT airdrop_campaigns_public_list CHECK (require_kyc OR (NOT public_list)),
  CONSTRAINT airdrop_campaigns_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
  CONSTRAINT airdrop_campaigns_vesting_whole CHECK (num_nonnulls(vesting_type, vesting_start, vesting_end) IN (0, 3) AND
    (vesting_type IS NULL OR require_kyc) AND (vesting_type IS NOT NULL OR vesting_cliff IS NULL) AND
    ((vesting_type IS NOT DISTINCT FROM 'STEP') = (vesting_interval IS NOT NULL))),
  CONSTRAINT airdrop_campaigns_vesting_in_order CHECK (vesting_end > vesting_start AND (vesting_cliff IS NULL OR vesting_cliff
    BETWEEN vesting_start AND vesting_end)),
  CONSTRAINT airdrop_campaigns_tree CHECK (((tree_id IS NULL) = (merkle_root IS NULL)) AND ((tree_id IS NULL) OR (require_kyc
    AND (lanes IS NOT NULL))))
);
COMMENT ON TABLE airdrop_campaigns IS 'Amounts in base units (satoshis for BCH); hex in lower case, hashes of transactions in display order.';
COMMENT ON COLUMN airdrop_campaigns.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN airdrop_campaigns.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN airdrop_campaigns.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN airdrop_campaigns.campaign_id IS 'Display id, #WEIR-DROP-000001.';
COMMENT ON COLUMN airdrop_campaigns.public_list IS 'Whether the list''s rows are shown to everybody.';
COMMENT ON COLUMN airdrop_campaigns.vesting_type IS 'When the rows of its list vest. Null where claims pay at once.';
COMMENT ON COLUMN airdrop_campaigns.vesting_cliff IS 'Null for none.';
COMMENT ON COLUMN airdrop_campaigns.vesting_interval IS 'Seconds of a step; null of a continuous schedule.';
COMMENT ON COLUMN airdrop_campaigns.lanes IS 'Set once the contract is known: for a whitelist, with its tree.';
COMMENT ON COLUMN airdrop_campaigns.vault_id IS 'The vault that is its creator; null for a key''s.';
COMMENT ON COLUMN airdrop_campaigns.closing_txid IS 'Where the closing unit lay when the creator handed it over.';
COMMENT ON COLUMN airdrop_campaigns.vesting_start IS 'Null where claims pay at once.';
COMMENT ON COLUMN airdrop_campaigns.vesting_end IS 'Null where claims pay at once.';
COMMENT ON COLUMN airdrop_campaigns.claims IS 'Set once the contract is known.';
COMMENT ON COLUMN airdrop_campaigns.pool IS 'Set once the contract is known.';
COMMENT ON COLUMN airdrop_campaigns.contract_address IS 'Set once the contract is known.';
COMMENT ON COLUMN airdrop_campaigns.locking_bytecode IS 'Set once the contract is known.';
CREATE INDEX airdrop_campaigns_by_created_at ON airdrop_campaigns (created_at, id);
CREATE INDEX airdrop_campaigns_by_creator_hash_created_at ON airdrop_campaigns (creator_hash, created_at, id);
CREATE INDEX airdrop_campaigns_by_creator_hash_status_created_at ON airdrop_campaigns (creator_hash, status, created_at, id);
CREATE INDEX airdrop_campaigns_by_script ON airdrop_campaigns (locking_bytecode) WHERE locking_bytecode IS NOT NULL;
CREATE INDEX airdrop_campaigns_by_status_created_at ON airdrop_campaigns (status, created_at, id);
CREATE INDEX airdrop_campaigns_open ON airdrop_campaigns (created_at, id) WHERE status = 'ACTIVE' AND NOT require_kyc;
CREATE INDEX airdrop_campaigns_by_creator_hash_activated_at ON airdrop_campaigns (creator_hash, activated_at, id) WHERE funding_tx_hash
  IS NOT NULL;
CREATE INDEX airdrop_campaigns_closing ON airdrop_campaigns (id) WHERE closing_txid IS NOT NULL AND status = 'ACTIVE';
CREATE INDEX airdrop_campaigns_by_amount ON airdrop_campaigns ((status || ''), total_amount, id) WHERE token_type = 'BCH';
CREATE INDEX airdrop_campaigns_words ON airdrop_campaigns USING gin (to_tsvector('simple', title || ' ' || coalesce(description, '')));
CREATE INDEX airdrop_campaigns_explored ON airdrop_campaigns ((token_type || status), ((created_at + 0)), id);
${sql.raw(unpaidIndexes('airdrop_campaigns', "status = 'PENDING'"))}

-- Each lane is followed on the chain by itself: a row to lock, and its steps, the last of which is its state. A lane is
-- left alone once it has ended in a step that no reorganisation takes back; settled is -1 while not even the funding is buried.
CREATE TABLE airdrop_lanes (
  campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
  lane integer NOT NULL CHECK (lane >= 0),
  claims_due bigint NOT NULL CHECK (claims_due > 0),
  claims bigint DEFAULT 0 NOT NULL,
  claimed_amount numeric(20,0) DEFAULT 0 NOT NULL CHECK (claimed_amount >= 0),
  head integer DEFAULT 0 NOT NULL CHECK (head >= 0),
  closed boolean DEFAULT false NOT NULL,
  final_sequence integer DEFAULT '-1'::integer NOT NULL,
  PRIMARY KEY (campaign_id, lane),
  CONSTRAINT airdrop_lanes_claims_within CHECK (claims BETWEEN 0 AND claims_due),
  CONSTRAINT airdrop_lanes_final_recorded CHECK ((final_sequence >= '-1'::integer) AND (final_sequence <= head))
) WITH (fillfactor = 70);
COMMENT ON TABLE airdrop_lanes IS 'Lanes of funded campaigns.';
COMMENT ON COLUMN airdrop_lanes.claims_due IS 'Claims it can pay in all.';
COMMENT ON COLUMN airdrop_lanes.head IS 'Sequence of its latest step.';
COMMENT ON COLUMN airdrop_lanes.final_sequence IS 'Sequence of the latest final step; -1 before the funding is final.';
CREATE INDEX airdrop_lanes_watched ON airdrop_lanes (campaign_id, lane) WHERE NOT closed OR final_sequence < head;

CREATE TABLE airdrop_steps (
  id uuid NOT NULL UNIQUE,
  campaign_id uuid NOT NULL,
  lane integer NOT NULL,
  sequence integer NOT NULL CHECK (sequence >= 0),
  kind text NOT NULL CHECK (kind IN ('fund', 'claim', 'close', 'complete')),
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  vout integer CHECK (vout >= 0),
  satoshis numeric(20,0) CHECK (satoshis > 0),
  companion_satoshis numeric(20,0) CHECK (companion_satoshis > 0),
  companion_amount numeric(20,0) CHECK (companion_amount >= 0),
  companion_nft text,
  commitment text CHECK (commitment ~ '^([0-9a-f]{2})+$'),
  recipient text,
  recipient_hash bytea,
  row_number integer,
  count bigint,
  amount numeric(20,0) DEFAULT 0 NOT NULL CHECK (amount >= 0),
  to_creator numeric(20,0) DEFAULT 0 NOT NULL CHECK (to_creator >= 0),
  source text NOT NULL CHECK (source IN ${wordsInSql(RECORD_SOURCES)}),
  mined boolean DEFAULT false NOT NULL,
  units numeric(20,0) CHECK (units > 0),
  created_at bigint DEFAULT ${NOW} NOT NULL,
  PRIMARY KEY (campaign_id, lane, sequence),
  CONSTRAINT airdrop_steps_claim_whole CHECK (num_nonnulls(recipient, recipient_hash, count) = CASE WHEN (kind = 'claim')
    THEN 3 ELSE 0 END),
  CONSTRAINT airdrop_steps_companion_whole CHECK ((num_nonnulls(companion_satoshis, companion_amount) IN (0, 2)) AND
    ((companion_satoshis IS NULL) OR (vout IS NOT NULL))),
  CONSTRAINT airdrop_steps_state_whole CHECK (num_nonnulls(vout, satoshis, commitment) = CASE WHEN kind IN ('fund', 'claim')
    THEN 3 ELSE 0 END),
  CONSTRAINT airdrop_steps_campaign_id_lane_fkey FOREIGN KEY (campaign_id, lane) REFERENCES airdrop_lanes (campaign_id, lane)
    ON DELETE CASCADE
);
COMMENT ON TABLE airdrop_steps IS 'Steps of lanes on the chain. Amounts in base units; hashes in display order.';
COMMENT ON COLUMN airdrop_steps.sequence IS '0 is the funding; no gaps.';
COMMENT ON COLUMN airdrop_steps.vout IS 'The state it left; this, satoshis and commitment are null after the end of the lane.';
COMMENT ON COLUMN airdrop_steps.companion_nft IS 'Capability and commitment of an NFT beside the tokens, none:0a.';
COMMENT ON COLUMN airdrop_steps.units IS 'The closing unit, where its holder left it on the lane; null where not.';
COMMENT ON COLUMN airdrop_steps.count IS 'How many claims the recipient has made by then.';
COMMENT ON COLUMN airdrop_steps.mined IS 'Whether a block had it when it was recorded.';
CREATE INDEX airdrop_steps_by_hash ON airdrop_steps (tx_hash, campaign_id);
CREATE UNIQUE INDEX airdrop_steps_by_recipient ON airdrop_steps (recipient_hash, campaign_id, count) WHERE kind = 'claim';
CREATE INDEX airdrop_steps_by_recipient_created_at ON airdrop_steps (recipient_hash, created_at, campaign_id) WHERE kind = 'claim';
CREATE INDEX airdrop_steps_ends ON airdrop_steps (campaign_id, created_at) WHERE kind IN ('close', 'complete');
CREATE INDEX airdrop_steps_claims ON airdrop_steps (campaign_id, created_at, id) WHERE kind = 'claim';

-- Trees are stored as built; what claims change in them follows from the steps.
CREATE TABLE airdrop_trees (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
  root text NOT NULL CHECK (root ~ '^[0-9a-f]{64}$'),
  row_count integer NOT NULL CHECK (row_count > 0),
  lanes integer NOT NULL CHECK (lanes BETWEEN 1 AND ${sql.lit(MAX_AIRDROP_LANES)}),
  depth integer NOT NULL CHECK (depth BETWEEN 1 AND ${sql.lit(MAX_LANE_DEPTH)}),
  total numeric(20,0) NOT NULL CHECK (total > 0),
  header bytea NOT NULL,
  lane_list jsonb NOT NULL,
  created_by text,
  created_from text,
  expires_at bigint,
  bytes bigint DEFAULT 0 NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT airdrop_trees_campaign_id_root_key UNIQUE (campaign_id, root)
);
COMMENT ON TABLE airdrop_trees IS 'Lists of recipients of campaigns, each with the Merkle tree over it; its bytes are in airdrop_tree_parts.';
COMMENT ON COLUMN airdrop_trees.created_by IS 'hash160 of the authenticated caller it counts for; null for nobody.';
COMMENT ON COLUMN airdrop_trees.created_from IS 'Names the network it was created from.';
COMMENT ON COLUMN airdrop_trees.expires_at IS 'Kept until then without funding; null for ever.';
COMMENT ON COLUMN airdrop_trees.lane_list IS 'Totals as text: JSON numbers lose units.';
COMMENT ON COLUMN airdrop_trees.bytes IS 'Bytes of all its parts; 0 for trees older than this column.';
CREATE INDEX airdrop_trees_unpaid_created_by ON airdrop_trees (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX airdrop_trees_unpaid_created_from ON airdrop_trees (created_from) WHERE (created_from IS NOT NULL) ;
CREATE INDEX airdrop_trees_unpaid_expires_at ON airdrop_trees (expires_at) WHERE expires_at IS NOT NULL;

-- A proof reads a few bytes of each part. Digests do not compress.
CREATE TABLE airdrop_tree_parts (
  tree_id uuid NOT NULL REFERENCES airdrop_trees (id) ON DELETE CASCADE,
  region text NOT NULL CHECK (region IN ('rows', 'index', 'nodes')),
  part integer NOT NULL CHECK (part >= 0),
  data bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (tree_id, region, part)
);
COMMENT ON TABLE airdrop_tree_parts IS 'The bytes of a tree, in numbered parts per region.';

CREATE TABLE airdrop_recipients (
  recipient_hash bytea NOT NULL CHECK (length(recipient_hash) = 20),
  campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
  row_number integer NOT NULL CHECK (row_number >= 0),
  amount numeric(20,0) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (recipient_hash, campaign_id)
);
COMMENT ON TABLE airdrop_recipients IS 'Rows of the lists of funded campaigns, by recipient.';

-- Totals of the lists of campaigns, as stream_counters.
CREATE TABLE airdrop_counters (
  creator_hash text NOT NULL,
  status text NOT NULL,
  shard integer NOT NULL,
  campaigns bigint NOT NULL,
  PRIMARY KEY (creator_hash, status, shard)
) WITH (fillfactor = 70);
COMMENT ON TABLE airdrop_counters IS 'Kept by triggers on airdrop_campaigns. Read as sums.';
COMMENT ON COLUMN airdrop_counters.creator_hash IS 'Empty for everybody.';
${sql.raw(counters)}`;
