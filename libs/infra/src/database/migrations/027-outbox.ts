import { sql, type Kysely } from 'kysely';

/** What an event says, in the outbox and when it is published. Words are checked by form alone: there will be more of them. */
const COLUMNS = sql.raw(`
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,32}$'),
  product text NOT NULL CHECK (product ~ '^[a-z_]{1,32}$'),
  record_id uuid NOT NULL,
  parent_id uuid,
  display_id text,
  private_vault_id uuid,
  parties jsonb NOT NULL,
  step text CHECK (step ~ '^[a-z-]{1,32}$'),
  tx_hash text CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  amount numeric(20,0),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  finality text CHECK (finality IN ('mempool', 'mined', 'final')),
  reason text CHECK (reason IN ('replaced', 'vanished')),
  replaced_by text CHECK (replaced_by ~ '^[0-9a-f]{64}$'),
  figures jsonb NOT NULL,
  created_at bigint NOT NULL DEFAULT floor(extract(epoch FROM now()))::bigint`);

/**
 * A transactional outbox, and the log that comes of it.
 *
 * Whatever changes a record leaves its events in the outbox, in the same transaction. Numbers drawn by transactions that run
 * at once become visible out of order, so nobody reads on from a number of the outbox: whoever publishes moves what is
 * committed to the log, one at a time, and a number of the log is seen after all smaller ones. Two events of one record were
 * written under the lock of its row, so their numbers in the outbox have their order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${COLUMNS})`.execute(db);
  await sql`CREATE TABLE published_events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${COLUMNS})`.execute(db);
  await sql`CREATE INDEX published_events_of_record ON published_events (record_id, id)`.execute(db);
  await sql`CREATE INDEX published_events_of_parent ON published_events (parent_id, id) WHERE parent_id IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX published_events_by_time ON published_events (created_at)`.execute(db);
  await sql`
    CREATE TABLE published_event_parties (
      hash text NOT NULL,
      event_id bigint NOT NULL REFERENCES published_events (id) ON DELETE CASCADE,
      PRIMARY KEY (hash, event_id)
    )`.execute(db);
  await sql`CREATE INDEX published_event_parties_of_event ON published_event_parties (event_id)`.execute(db);
  await sql`
    CREATE TABLE published_events_kept (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      dropped_through bigint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`INSERT INTO published_events_kept DEFAULT VALUES`.execute(db);
  await wakeUp(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE published_events_kept, published_event_parties, published_events, outbox`.execute(db);
  await sql`DROP FUNCTION announce_outbox()`.execute(db);
}

/**
 * A transaction that notifies holds up the commits of all others that do. So only one of those that run at once does: the
 * others find the lock taken, and what they wrote is found by the next look, which nobody has to be woken for.
 */
async function wakeUp(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION announce_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF pg_try_advisory_xact_lock(hashtextextended('weir:outbox-announced', 0)) THEN PERFORM pg_notify('weir_outbox', ''); END IF;
      RETURN NULL;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER outbox_announce AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION announce_outbox()`.execute(
    db,
  );
}
