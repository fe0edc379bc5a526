import { sql, type Kysely } from 'kysely';

/**
 * Exact totals of every list filter, kept in the transaction that changes the streams.
 *
 * Scopes: `all`, `sender` and `recipient` by hash, `pair` by `sender:recipient`. Everybody writes `all`, so it is
 * spread over 16 shards by the last digit of the row id. Rows are always touched in one order, so that two
 * transactions which change one stream each cannot deadlock here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE stream_counters (
      scope text NOT NULL CHECK (scope IN ('all', 'sender', 'recipient', 'pair')),
      key text NOT NULL,
      shard integer NOT NULL,
      pending bigint NOT NULL,
      active bigint NOT NULL,
      completed bigint NOT NULL,
      cancelled bigint NOT NULL,
      PRIMARY KEY (scope, key, shard)
    ) WITH (fillfactor = 70)`.execute(db);
  await createCounterFunction(db);
  await sql`CREATE TRIGGER streams_count_insert AFTER INSERT ON streams
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_streams()`.execute(db);
  await sql`CREATE TRIGGER streams_count_update AFTER UPDATE ON streams
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_streams()`.execute(
    db,
  );
  await sql`CREATE TRIGGER streams_count_delete AFTER DELETE ON streams
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_streams()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await sql`DROP TRIGGER ${sql.ref(`streams_count_${event}`)} ON streams`.execute(db);
  }
  await sql`DROP FUNCTION count_streams()`.execute(db);
  await sql`DROP TABLE stream_counters`.execute(db);
}

/** Streams of one side of a statement, each with the sign of its change. */
const side = (table: 'added' | 'removed', sign: 1 | -1) =>
  `SELECT id, sender_hash, recipient_hash, status, ${sign} AS change FROM ${table}`;

/** Adds up what a statement changed. Transition tables exist only for their own events, hence one statement each. */
const applyChanges = (changes: string) => `
  INSERT INTO stream_counters AS kept (scope, key, shard, pending, active, completed, cancelled)
  SELECT counted.scope, counted.key, counted.shard,
    coalesce(sum(change) FILTER (WHERE status = 'PENDING'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'ACTIVE'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'COMPLETED'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'CANCELLED'), 0)
  FROM (${changes}) AS changed
  CROSS JOIN LATERAL (VALUES
    ('all', '', get_byte(uuid_send(changed.id), 15) % 16),
    ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
    ('recipient', changed.recipient_hash, 0),
    ('sender', changed.sender_hash, 0)
  ) AS counted (scope, key, shard)
  GROUP BY counted.scope, counted.key, counted.shard
  ORDER BY counted.scope, counted.key, counted.shard
  ON CONFLICT (scope, key, shard) DO UPDATE SET
    pending = kept.pending + excluded.pending,
    active = kept.active + excluded.active,
    completed = kept.completed + excluded.completed,
    cancelled = kept.cancelled + excluded.cancelled;`;

/** Exported for the way down from later migrations, which replace it. */
export const createCounterFunction = (db: Kysely<unknown>) =>
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
