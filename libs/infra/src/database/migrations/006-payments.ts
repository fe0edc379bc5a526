import { sql, type Kysely } from 'kysely';
import { createCounterFunction } from './003-stream-counters.js';

/**
 * Payments: recurring streams with a face of their own. They share the table, the counters and everything that follows
 * the chain, and have lists, ids and a state (PAUSED) of their own.
 *
 * Each product has its own set of list indexes: a list of one never walks over rows of the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE payment_number`.execute(db);
  await addColumns(db);
  await sql`ALTER TABLE stream_claims ADD COLUMN periods integer CHECK (periods > 0)`.execute(db);
  await createExecutions(db);
  for (const [name] of LIST_INDEXES) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
  for (const product of PRODUCTS) await createListIndexes(db, product);
  await watchPausedToo(db);
  await countByProduct(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM streams WHERE product = 'payment' OR stream_type = 'RECURRING'`.execute(db);
  await countStreamsOnly(db);
  await sql`DROP INDEX streams_watched, streams_pending_settlements`.execute(db);
  for (const product of PRODUCTS)
    for (const [name] of LIST_INDEXES) await sql`DROP INDEX ${sql.ref(indexName(product, name))}`.execute(db);
  for (const [name, columns] of LIST_INDEXES)
    await sql`CREATE INDEX ${sql.ref(name)} ON streams (${sql.raw(columns)}, id)`.execute(db);
  await sql`CREATE INDEX streams_watched ON streams (id)
    WHERE status = 'ACTIVE' OR (status = 'CANCELLED' AND refund_status IS DISTINCT FROM 'confirmed')`.execute(db);
  await sql`DROP VIEW payment_executions`.execute(db);
  await sql`ALTER TABLE stream_claims DROP COLUMN periods`.execute(db);
  await removeColumns(db);
  await sql`DROP SEQUENCE payment_number`.execute(db);
}

/** Payments to recipients of payments, under the name that operators look for. */
const createExecutions = (db: Kysely<unknown>) =>
  sql`
    CREATE VIEW payment_executions AS
      SELECT claims.id, claims.stream_id AS payment_id, claims.recipient, claims.amount, claims.periods AS intervals,
        claims.claimed_at AS paid_at, claims.tx_hash, claims.source
      FROM stream_claims AS claims JOIN streams ON streams.id = claims.stream_id
      WHERE streams.product = 'payment'`.execute(db);

const PRODUCTS = ['stream', 'payment'] as const;
type Product = (typeof PRODUCTS)[number];

/** As in the first migration, the order of the pages without its last column. */
const LIST_INDEXES = [
  ['streams_by_status', 'status, created_at'],
  ['streams_by_sender', 'sender_hash, created_at'],
  ['streams_by_sender_status', '(sender_hash || status), created_at'],
  ['streams_by_recipient', 'recipient_hash, created_at'],
  ['streams_by_recipient_status', '(recipient_hash || status), created_at'],
  ['streams_by_pair', '(sender_hash || recipient_hash), created_at'],
  ['streams_by_pair_status', '(sender_hash || recipient_hash || status), created_at'],
  ['streams_by_creation', '(created_at + 0)'],
] as const;

const indexName = (product: Product, name: string): string =>
  product === 'stream' ? name : name.replace('streams', 'payments');

async function createListIndexes(db: Kysely<unknown>, product: Product): Promise<void> {
  for (const [name, columns] of LIST_INDEXES) {
    await sql`CREATE INDEX ${sql.ref(indexName(product, name))} ON streams (${sql.raw(columns)}, id) WHERE product = ${sql.lit(product)}`.execute(
      db,
    );
  }
}

/** Checks that a state PAUSED or the ids of payments change: name, with payments, without. */
const CHANGED_CHECKS = [
  [
    'streams_stream_id_check',
    `stream_id ~ '^#WEIR-(BCH|TOK|PAY)-[0-9]{6,}$'`,
    `stream_id ~ '^#WEIR-(BCH|TOK)-[0-9]{6,}$'`,
  ],
  [
    'streams_status_check',
    `status IN ('PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED')`,
    `status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED')`,
  ],
  [
    'streams_active_has_state',
    `status NOT IN ('ACTIVE', 'PAUSED') OR state_txid IS NOT NULL`,
    `status <> 'ACTIVE' OR state_txid IS NOT NULL`,
  ],
] as const;

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const [name, check] of CHANGED_CHECKS) {
    await sql`ALTER TABLE streams DROP CONSTRAINT ${sql.ref(name)}, ADD CONSTRAINT ${sql.ref(name)} CHECK (${sql.raw(check)})`.execute(
      db,
    );
  }
  await sql`
    ALTER TABLE streams
      ADD COLUMN product text NOT NULL DEFAULT 'stream' CHECK (product IN ('stream', 'payment')),
      ADD COLUMN first_due bigint CHECK (first_due >= 500000000),
      ADD COLUMN periods integer CHECK (periods > 0),
      ADD COLUMN amount_per_period numeric(20,0) CHECK (amount_per_period > 0),
      ADD COLUMN pausable boolean NOT NULL DEFAULT false,
      ADD COLUMN recipient_name text,
      ADD COLUMN payment_interval text CHECK (payment_interval IN ('DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'YEARLY')),
      ADD COLUMN end_date bigint,
      ADD COLUMN periods_paid integer NOT NULL DEFAULT 0 CHECK (periods_paid >= 0),
      ADD COLUMN next_due bigint,
      ADD COLUMN pause_settled boolean,
      ADD COLUMN settle_available_height integer CHECK (settle_available_height >= 0),
      ADD CONSTRAINT streams_recurring_whole CHECK (
        num_nonnulls(first_due, periods, amount_per_period) = CASE WHEN stream_type = 'RECURRING' THEN 3 ELSE 0 END
        AND (stream_type <> 'RECURRING' OR interval_seconds IS NOT NULL)),
      ADD CONSTRAINT streams_progress_within CHECK (periods_paid <= coalesce(periods, 0)),
      ADD CONSTRAINT streams_payment_whole CHECK (
        product <> 'payment' AND num_nonnulls(recipient_name, payment_interval, end_date) = 0
        OR product = 'payment' AND stream_type = 'RECURRING' AND payment_interval IS NOT NULL),
      ADD CONSTRAINT streams_paused_whole CHECK (
        (status = 'PAUSED') = (pause_settled IS NOT NULL)
        AND (settle_available_height IS NULL OR pause_settled IS FALSE))`.execute(db);
}

async function removeColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE streams
      DROP COLUMN product, DROP COLUMN first_due, DROP COLUMN periods, DROP COLUMN amount_per_period, DROP COLUMN pausable,
      DROP COLUMN recipient_name, DROP COLUMN payment_interval, DROP COLUMN end_date,
      DROP COLUMN periods_paid, DROP COLUMN next_due, DROP COLUMN pause_settled, DROP COLUMN settle_available_height`.execute(
    db,
  );
  for (const [name, , check] of CHANGED_CHECKS) {
    await sql`ALTER TABLE streams DROP CONSTRAINT ${sql.ref(name)}, ADD CONSTRAINT ${sql.ref(name)} CHECK (${sql.raw(check)})`.execute(
      db,
    );
  }
}

async function watchPausedToo(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX streams_watched`.execute(db);
  await sql`CREATE INDEX streams_watched ON streams (id)
    WHERE status IN ('ACTIVE', 'PAUSED') OR (status = 'CANCELLED' AND refund_status IS DISTINCT FROM 'confirmed')`.execute(
    db,
  );
  await sql`CREATE INDEX streams_pending_settlements ON streams (settle_available_height, id)
    WHERE pause_settled IS FALSE`.execute(db);
}

/** Streams of one side of a statement, each with the sign of its change. */
const side = (table: 'added' | 'removed', sign: 1 | -1) =>
  `SELECT id, product, sender_hash, recipient_hash, status, ${sign} AS change FROM ${table}`;

/** See the third migration: what a statement changed, now for each product, with those paused. */
const applyChanges = (changes: string) => `
  INSERT INTO stream_counters AS kept (product, scope, key, shard, pending, active, paused, completed, cancelled)
  SELECT changed.product, counted.scope, counted.key, counted.shard,
    coalesce(sum(change) FILTER (WHERE status = 'PENDING'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'ACTIVE'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'PAUSED'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'COMPLETED'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'CANCELLED'), 0)
  FROM (${changes}) AS changed
  CROSS JOIN LATERAL (VALUES
    ('all', '', get_byte(uuid_send(changed.id), 15) % 16),
    ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
    ('recipient', changed.recipient_hash, 0),
    ('sender', changed.sender_hash, 0)
  ) AS counted (scope, key, shard)
  GROUP BY changed.product, counted.scope, counted.key, counted.shard
  ORDER BY changed.product, counted.scope, counted.key, counted.shard
  ON CONFLICT (product, scope, key, shard) DO UPDATE SET
    pending = kept.pending + excluded.pending,
    active = kept.active + excluded.active,
    paused = kept.paused + excluded.paused,
    completed = kept.completed + excluded.completed,
    cancelled = kept.cancelled + excluded.cancelled;`;

const replaceFunction = (db: Kysely<unknown>) =>
  sql`
    CREATE OR REPLACE FUNCTION count_streams() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${sql.raw(applyChanges(side('added', 1)))}
      ELSIF TG_OP = 'DELETE' THEN ${sql.raw(applyChanges(side('removed', -1)))}
      ELSIF EXISTS (
        SELECT FROM removed JOIN added USING (id)
        WHERE (removed.status, removed.sender_hash, removed.recipient_hash)
          IS DISTINCT FROM (added.status, added.sender_hash, added.recipient_hash)
      ) THEN ${sql.raw(applyChanges(`${side('removed', -1)} UNION ALL ${side('added', 1)}`))}
      END IF;
      RETURN NULL;
    END
    $function$`.execute(db);

async function countByProduct(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE stream_counters
      ADD COLUMN product text NOT NULL DEFAULT 'stream' CHECK (product IN ('stream', 'payment')),
      ADD COLUMN paused bigint NOT NULL DEFAULT 0,
      DROP CONSTRAINT stream_counters_pkey,
      ADD PRIMARY KEY (product, scope, key, shard)`.execute(db);
  await replaceFunction(db);
}

/** The rows of payments are gone, and what counts them is put back as it was before. */
async function countStreamsOnly(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM stream_counters WHERE product = 'payment'`.execute(db);
  await sql`ALTER TABLE stream_counters DROP CONSTRAINT stream_counters_pkey, DROP COLUMN product, DROP COLUMN paused, ADD PRIMARY KEY (scope, key, shard)`.execute(
    db,
  );
  await createCounterFunction(db);
}
