import { sql, type Kysely } from 'kysely';

const NOW = sql`(extract(epoch FROM now())::bigint)`;
const HASH = sql.raw(`'^[0-9a-f]{64}$'`);

/**
 * Airdrop campaigns. Each lane of one is followed on the chain by itself: a row to lock, and its steps, whose end is where
 * it stands and can be taken back. Whitelist trees are kept as built, in parts of which a proof reads a few bytes; what
 * claims change in them follows from the steps.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE airdrop_number`.execute(db);
  await createCampaigns(db);
  await createTrees(db);
  await createLanes(db);
  await createCounters(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM transaction_uses WHERE resource_type = 'airdrop'`.execute(db);
  for (const table of ['steps', 'lanes', 'recipients', 'tree_parts', 'trees', 'campaigns', 'counters']) {
    await sql`DROP TABLE ${sql.ref(`airdrop_${table}`)}`.execute(db);
  }
  await sql`DROP FUNCTION count_airdrops()`.execute(db);
  await sql`DROP SEQUENCE airdrop_number`.execute(db);
}

async function createCampaigns(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE airdrop_campaigns (
      id uuid PRIMARY KEY,
      campaign_id text NOT NULL UNIQUE CHECK (campaign_id ~ '^#WEIR-DROP-[0-9]{6,}$'),
      creator text NOT NULL,
      creator_hash text NOT NULL CHECK (creator_hash ~ '^[0-9a-f]{40}$'),
      title text NOT NULL,
      description text,
      token_type text NOT NULL CHECK (token_type IN ('BCH', 'FUNGIBLE_TOKEN')),
      token_category text CHECK (token_category ~ ${HASH}),
      total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
      amount_per_claim numeric(20,0) CHECK (amount_per_claim > 0),
      max_claims_per_address bigint NOT NULL CHECK (max_claims_per_address > 0),
      start_date bigint NOT NULL CHECK (start_date BETWEEN 500000000 AND 4294967295),
      end_date bigint CHECK (end_date BETWEEN 500000000 AND 4294967295),
      require_kyc boolean NOT NULL,
      cancelable boolean NOT NULL,
      lanes_asked integer CHECK (lanes_asked BETWEEN 1 AND 256),
      sponsor_asked boolean,
      nonce text NOT NULL UNIQUE CHECK (nonce ~ '^[A-Za-z0-9_-]{16}$'),
      claim_token text NOT NULL UNIQUE,
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED')),

      lanes integer CHECK (lanes BETWEEN 1 AND 256),
      sponsor_fees boolean,
      claims bigint CHECK (claims > 0),
      pool numeric(20,0) CHECK (pool > 0),
      contract_address text,
      locking_bytecode text,
      tree_id uuid,
      merkle_root text CHECK (merkle_root ~ ${HASH}),

      funding_tx_hash text CHECK (funding_tx_hash ~ ${HASH}),
      state_category text CHECK (state_category ~ ${HASH}),
      activated_at bigint,
      cancelled_at bigint,
      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT airdrop_campaigns_end_after_start CHECK (end_date > start_date),
      CONSTRAINT airdrop_campaigns_ends CHECK (cancelable OR end_date IS NOT NULL),
      CONSTRAINT airdrop_campaigns_token_has_category CHECK ((token_type = 'BCH') = (token_category IS NULL)),
      CONSTRAINT airdrop_campaigns_public_amount CHECK (require_kyc OR amount_per_claim IS NOT NULL),
      CONSTRAINT airdrop_campaigns_contract_whole CHECK (num_nonnulls(lanes, sponsor_fees, claims, pool, contract_address, locking_bytecode) IN (0, 6)),
      CONSTRAINT airdrop_campaigns_tree CHECK ((tree_id IS NULL) = (merkle_root IS NULL) AND (tree_id IS NULL OR (require_kyc AND lanes IS NOT NULL))),
      CONSTRAINT airdrop_campaigns_funding_whole CHECK (num_nonnulls(funding_tx_hash, state_category, activated_at) IN (0, 3)),
      CONSTRAINT airdrop_campaigns_pending_unfunded CHECK ((status = 'PENDING') = (funding_tx_hash IS NULL)),
      CONSTRAINT airdrop_campaigns_cancelled_dated CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL))
    )`.execute(db);
  for (const columns of [
    'created_at',
    'creator_hash, created_at',
    'status, created_at',
    'creator_hash, status, created_at',
  ]) {
    const name = `airdrop_campaigns_by_${columns.replaceAll(', ', '_')}`;
    await sql`CREATE INDEX ${sql.ref(name)} ON airdrop_campaigns (${sql.raw(columns)}, id)`.execute(db);
  }
}

async function createTrees(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE airdrop_trees (
      id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
      root text NOT NULL CHECK (root ~ ${HASH}),
      row_count integer NOT NULL CHECK (row_count > 0),
      lanes integer NOT NULL CHECK (lanes BETWEEN 1 AND 256),
      depth integer NOT NULL CHECK (depth BETWEEN 0 AND 20),
      total numeric(20,0) NOT NULL CHECK (total > 0),
      sponsored boolean NOT NULL,
      header bytea NOT NULL,
      lane_list jsonb NOT NULL,
      created_at bigint NOT NULL DEFAULT ${NOW},
      UNIQUE (campaign_id, root)
    )`.execute(db);
  await sql`
    CREATE TABLE airdrop_tree_parts (
      tree_id uuid NOT NULL REFERENCES airdrop_trees (id) ON DELETE CASCADE,
      region text NOT NULL CHECK (region IN ('rows', 'index', 'nodes')),
      part integer NOT NULL CHECK (part >= 0),
      data bytea NOT NULL,
      PRIMARY KEY (tree_id, region, part)
    )`.execute(db);
  // Digests do not compress, and a few of them are read without the rest.
  await sql`ALTER TABLE airdrop_tree_parts ALTER COLUMN data SET STORAGE EXTERNAL`.execute(db);
  await sql`
    CREATE TABLE airdrop_recipients (
      recipient_hash bytea NOT NULL CHECK (length(recipient_hash) = 20),
      campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
      row_number integer NOT NULL CHECK (row_number >= 0),
      amount numeric(20,0) NOT NULL CHECK (amount > 0),
      PRIMARY KEY (recipient_hash, campaign_id)
    )`.execute(db);
}

async function createLanes(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE airdrop_lanes (
      campaign_id uuid NOT NULL REFERENCES airdrop_campaigns (id) ON DELETE CASCADE,
      lane integer NOT NULL CHECK (lane >= 0),
      claims_due bigint NOT NULL CHECK (claims_due > 0),
      claims bigint NOT NULL DEFAULT 0,
      claimed_amount numeric(20,0) NOT NULL DEFAULT 0 CHECK (claimed_amount >= 0),
      head integer NOT NULL DEFAULT 0 CHECK (head >= 0),
      closed boolean NOT NULL DEFAULT false,
      PRIMARY KEY (campaign_id, lane),
      CONSTRAINT airdrop_lanes_claims_within CHECK (claims BETWEEN 0 AND claims_due)
    ) WITH (fillfactor = 70)`.execute(db);
  await sql`
    CREATE TABLE airdrop_steps (
      id uuid NOT NULL UNIQUE,
      campaign_id uuid NOT NULL,
      lane integer NOT NULL,
      sequence integer NOT NULL CHECK (sequence >= 0),
      kind text NOT NULL CHECK (kind IN ('fund', 'claim', 'close', 'complete')),
      tx_hash text NOT NULL CHECK (tx_hash ~ ${HASH}),
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
      amount numeric(20,0) NOT NULL DEFAULT 0 CHECK (amount >= 0),
      to_creator numeric(20,0) NOT NULL DEFAULT 0 CHECK (to_creator >= 0),
      source text NOT NULL CHECK (source IN ('confirm', 'chain')),
      created_at bigint NOT NULL DEFAULT ${NOW},

      PRIMARY KEY (campaign_id, lane, sequence),
      FOREIGN KEY (campaign_id, lane) REFERENCES airdrop_lanes (campaign_id, lane) ON DELETE CASCADE,
      CONSTRAINT airdrop_steps_state_whole CHECK (num_nonnulls(vout, satoshis, commitment) = CASE WHEN kind IN ('fund', 'claim') THEN 3 ELSE 0 END),
      CONSTRAINT airdrop_steps_companion_whole CHECK (
        num_nonnulls(companion_satoshis, companion_amount) IN (0, 2) AND (companion_satoshis IS NULL OR vout IS NOT NULL)),
      CONSTRAINT airdrop_steps_claim_whole CHECK (num_nonnulls(recipient, recipient_hash, count) = CASE WHEN kind = 'claim' THEN 3 ELSE 0 END)
    )`.execute(db);
  await sql`CREATE INDEX airdrop_steps_by_tx ON airdrop_steps (campaign_id, tx_hash)`.execute(db);
  await sql`CREATE INDEX airdrop_steps_claims ON airdrop_steps (campaign_id, created_at, id) WHERE kind = 'claim'`.execute(
    db,
  );
  await sql`CREATE UNIQUE INDEX airdrop_steps_by_recipient ON airdrop_steps (recipient_hash, campaign_id, count) WHERE kind = 'claim'`.execute(
    db,
  );
}

/** Rows of one side of a statement, each with the sign of its change. */
const side = (table: 'added' | 'removed', sign: 1 | -1) =>
  `SELECT id, creator_hash, status, ${sign} AS change FROM ${table}`;

/** As for streams: what a statement changed, in one order, everybody's own row spread over 16. */
const applyChanges = (changes: string) => `
  INSERT INTO airdrop_counters AS kept (creator_hash, status, shard, campaigns)
  SELECT counted.key, changed.status, counted.shard, sum(change)
  FROM (${changes}) AS changed
  CROSS JOIN LATERAL (VALUES ('', get_byte(uuid_send(changed.id), 15) % 16), (changed.creator_hash, 0)) AS counted (key, shard)
  GROUP BY counted.key, changed.status, counted.shard
  ORDER BY counted.key, changed.status, counted.shard
  ON CONFLICT (creator_hash, status, shard) DO UPDATE SET campaigns = kept.campaigns + excluded.campaigns;`;

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE airdrop_counters (
      creator_hash text NOT NULL,
      status text NOT NULL,
      shard integer NOT NULL,
      campaigns bigint NOT NULL,
      PRIMARY KEY (creator_hash, status, shard)
    ) WITH (fillfactor = 70)`.execute(db);
  await sql`
    CREATE FUNCTION count_airdrops() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${sql.raw(applyChanges(side('added', 1)))}
      ELSIF TG_OP = 'DELETE' THEN ${sql.raw(applyChanges(side('removed', -1)))}
      ELSIF EXISTS (SELECT FROM removed JOIN added USING (id) WHERE removed.status <> added.status)
      THEN ${sql.raw(applyChanges(`${side('removed', -1)} UNION ALL ${side('added', 1)}`))}
      END IF;
      RETURN NULL;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER airdrops_count_insert AFTER INSERT ON airdrop_campaigns
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_airdrops()`.execute(db);
  await sql`CREATE TRIGGER airdrops_count_update AFTER UPDATE ON airdrop_campaigns
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_airdrops()`.execute(
    db,
  );
  await sql`CREATE TRIGGER airdrops_count_delete AFTER DELETE ON airdrop_campaigns
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_airdrops()`.execute(db);
}
