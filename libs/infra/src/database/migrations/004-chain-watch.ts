import { sql, type Kysely } from 'kysely';

/** Unix seconds of the transaction's start. */
const NOW = sql`(extract(epoch FROM now())::bigint)`;

const RESOURCE = sql`
  resource_type text NOT NULL CHECK (resource_type IN ('stream', 'payment', 'airdrop', 'vault')),
  resource_id uuid NOT NULL`;

/**
 * What following the chain needs, for every product: which steps the chain can still take back, what happened to a
 * resource for ever, which fundings it lost and may get again, and up to which history of its script it was read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE transitions ADD COLUMN final boolean NOT NULL DEFAULT false`.execute(db);
  // Small at any size of the table: what a new block has to be compared with.
  await sql`CREATE INDEX transitions_unfinal ON transitions (resource_type, resource_id) WHERE NOT final`.execute(db);
  await createEvents(db);
  await sql`
    CREATE TABLE lost_fundings (
      ${RESOURCE},
      tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      lost_height integer NOT NULL CHECK (lost_height >= 0),
      PRIMARY KEY (resource_type, resource_id, tx_hash)
    )`.execute(db);
  await sql`CREATE INDEX lost_fundings_by_height ON lost_fundings (lost_height)`.execute(db);
  await sql`
    CREATE TABLE script_readings (
      ${RESOURCE},
      status text CHECK (status ~ '^[0-9a-f]{64}$'),
      head text CHECK (head ~ '^[0-9a-f]{64}$'),
      PRIMARY KEY (resource_type, resource_id)
    ) WITH (fillfactor = 85)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['script_readings', 'lost_fundings', 'resource_events'])
    await sql`DROP TABLE ${sql.ref(table)}`.execute(db);
  await sql`ALTER TABLE transitions DROP COLUMN final`.execute(db);
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE resource_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ${RESOURCE},
      kind text NOT NULL CHECK (kind IN ('recorded', 'restored', 'rolled_back', 'completed')),
      transition text NOT NULL CHECK (transition ~ '^[a-z-]{1,32}$'),
      tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
      amount numeric(20,0) NOT NULL CHECK (amount >= 0),
      source text NOT NULL CHECK (source IN ('confirm', 'chain')),
      reason text CHECK (reason IN ('replaced', 'vanished')),
      replaced_by text CHECK (replaced_by ~ '^[0-9a-f]{64}$'),
      created_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT resource_events_reason CHECK ((kind = 'rolled_back') = (reason IS NOT NULL)),
      CONSTRAINT resource_events_replaced CHECK ((reason IS NOT DISTINCT FROM 'replaced') = (replaced_by IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX resource_events_in_order ON resource_events (resource_type, resource_id, id)`.execute(db);
  // What is recorded already happened, too.
  await sql`
    INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source, created_at)
    SELECT resource_type, resource_id, 'recorded', kind, tx_hash,
      CASE WHEN spent_txid IS NULL THEN streams.total_amount WHEN kind = 'refund' THEN paid_to_sender ELSE paid_to_recipient END,
      source, transitions.created_at
    FROM transitions JOIN streams ON streams.id = resource_id
    WHERE resource_type = 'stream'
    ORDER BY transitions.created_at, resource_id, sequence`.execute(db);
}
