import { sql, type Kysely } from 'kysely';

/**
 * What the indexer knows of the chain. Every row but the singleton and the readings is a function of the chain up to the
 * highest block: a rollback and a clean replay leave the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createChain(db);
  await createContracts(db);
  await createEvents(db);
  await createDays(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'daily_balances',
    'daily_activity',
    'events',
    'contracts',
    'announcements',
    'scripts',
    'blocks',
    'sync_state',
  ]) {
    await sql`DROP TABLE ${sql.table(table)}`.execute(db);
  }
}

const TXID = sql.raw(`CHECK (txid ~ '^[0-9a-f]{64}$')`);

async function createChain(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sync_state (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      version bigint NOT NULL DEFAULT 0,
      network text NOT NULL,
      start_height integer NOT NULL CHECK (start_height >= 0),
      reorgs integer NOT NULL DEFAULT 0,
      last_reorg_at bigint,
      last_reorg_height integer,
      last_reorg_depth integer,
      CHECK (num_nonnulls(last_reorg_at, last_reorg_height, last_reorg_depth) IN (0, 3))
    )`.execute(db);
  await sql`
    CREATE TABLE blocks (
      height integer PRIMARY KEY CHECK (height >= 0),
      hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
      time bigint NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE scripts (
      script_hash text PRIMARY KEY CHECK (script_hash ~ '^[0-9a-f]{64}$'),
      status text NOT NULL
    ) WITH (fillfactor = 70)`.execute(db);
  await sql`
    CREATE TABLE announcements (
      txid text NOT NULL ${TXID},
      vout integer NOT NULL CHECK (vout >= -1),
      script_hash text NOT NULL,
      height integer NOT NULL,
      verdict text NOT NULL CHECK (verdict IN ('ACCEPTED', 'TWIN', 'FORGED', 'MALFORMED', 'FOREIGN')),
      product text,
      contract_address text,
      problem text,
      PRIMARY KEY (txid, vout)
    )`.execute(db);
  await sql`CREATE INDEX announcements_by_script ON announcements (script_hash, height)`.execute(db);
  await sql`CREATE INDEX announcements_by_address ON announcements (contract_address) WHERE contract_address IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX announcements_by_height ON announcements (height)`.execute(db);
}

/** A row is an instance: the contract at its funding outpoint. The second half is as the last event left it. */
async function createContracts(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contracts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      txid text NOT NULL ${TXID},
      vout integer NOT NULL CHECK (vout >= 0),
      product text NOT NULL,
      family text NOT NULL CHECK (family IN ('stream', 'payment', 'airdrop')),
      contract_address text NOT NULL,
      locking_bytecode text NOT NULL,
      script_hash text NOT NULL,
      announcement text NOT NULL,
      sender_hash text NOT NULL,
      recipient_hash text,
      token_category text,
      total_amount numeric(20,0) NOT NULL CHECK (total_amount > 0),
      funded_height integer NOT NULL,
      funded_time bigint NOT NULL,

      sequence integer NOT NULL CHECK (sequence > 0),
      status text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED')),
      released_amount numeric(20,0) NOT NULL CHECK (released_amount BETWEEN 0 AND total_amount),
      commitment text,
      state jsonb,
      held_satoshis numeric(20,0) NOT NULL,
      held_tokens numeric(20,0) NOT NULL,
      last_txid text NOT NULL,
      last_height integer NOT NULL,
      last_time bigint NOT NULL,
      UNIQUE (txid, vout)
    ) WITH (fillfactor = 80)`.execute(db);
  const indexes = [
    ['contracts_in_order', 'family, funded_height, id', ''],
    ['contracts_by_status', 'family, status, funded_height, id', ''],
    ['contracts_by_sender', 'sender_hash, family, funded_height, id', ''],
    ['contracts_by_recipient', 'recipient_hash, family, funded_height, id', ''],
    ['contracts_by_token', 'token_category, family, funded_height, id', ''],
    ['contracts_by_script', 'script_hash, funded_height', ''],
    ['contracts_by_last_height', 'last_height', ''],
    ['contracts_live', 'script_hash', 'WHERE state IS NOT NULL'],
    ['contracts_under_notice', 'id', `WHERE state IS NOT NULL AND status IN ('CANCELLED', 'PAUSED')`],
  ] as const;
  for (const [name, columns, where] of indexes) {
    await sql`CREATE INDEX ${sql.ref(name)} ON contracts (${sql.raw(columns)}) ${sql.raw(where)}`.execute(db);
  }
}

/** Grows without bound: a partition a month, made before the first event of the month. */
async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE events (
      contract_id bigint NOT NULL REFERENCES contracts (id),
      sequence integer NOT NULL CHECK (sequence > 0),
      time bigint NOT NULL,
      height integer NOT NULL,
      kind text NOT NULL,
      txid text NOT NULL ${TXID},
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
    ) PARTITION BY RANGE (time)`.execute(db);
  await sql`CREATE INDEX events_by_height ON events (height)`.execute(db);
}

/** Days are counted since 1970. A row is there as long as an event of its day and asset is. */
async function createDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE daily_balances (
      asset text NOT NULL,
      day integer NOT NULL,
      balance numeric(40,0) NOT NULL,
      changes integer NOT NULL,
      PRIMARY KEY (asset, day)
    ) WITH (fillfactor = 70)`.execute(db);
  await sql`CREATE INDEX daily_balances_by_day ON daily_balances (day)`.execute(db);
  await sql`
    CREATE TABLE daily_activity (
      day integer NOT NULL,
      asset text NOT NULL,
      volume numeric(40,0) NOT NULL,
      transactions integer NOT NULL,
      funded integer NOT NULL,
      claimed integer NOT NULL,
      cancelled integer NOT NULL,
      PRIMARY KEY (day, asset)
    ) WITH (fillfactor = 70)`.execute(db);
}
