import { sql, type Kysely } from 'kysely';

const NOW = sql`(floor(extract(epoch FROM now()))::bigint)`;

/**
 * Webhooks and what is delivered to them. Of what waits for one record of one webhook, only the first has a time to be sent
 * at: the next gets its own once that one is through, so that each record's events arrive in their order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      owner text NOT NULL,
      owner_hash text NOT NULL,
      url text NOT NULL,
      description text,
      address text,
      record_id uuid,
      products text,
      kinds text,
      secret text NOT NULL,
      previous_secret text,
      previous_until bigint,
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
      disabled_reason text,
      disabled_at bigint,
      failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
      failing_since bigint,
      resume_at bigint NOT NULL DEFAULT 0,
      after_event bigint NOT NULL,
      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},
      CONSTRAINT webhooks_previous_whole CHECK (num_nonnulls(previous_secret, previous_until) IN (0, 2)),
      CONSTRAINT webhooks_disabled_whole CHECK (num_nonnulls(disabled_reason, disabled_at) = CASE status WHEN 'disabled' THEN 2 ELSE 0 END)
    )`.execute(db);
  await sql`CREATE INDEX webhooks_by_owner ON webhooks (owner_hash, created_at, id)`.execute(db);
  await sql`
    CREATE TABLE webhook_deliveries (
      id uuid PRIMARY KEY,
      sequence bigint GENERATED ALWAYS AS IDENTITY,
      webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
      event_id bigint,
      message_id text NOT NULL,
      record_id uuid,
      type text NOT NULL,
      body text NOT NULL,
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      first_attempt_at bigint,
      last_attempt_at bigint,
      next_attempt_at bigint,
      response_status integer,
      error text,
      created_at bigint NOT NULL DEFAULT ${NOW},
      UNIQUE (webhook_id, event_id),
      CONSTRAINT webhook_deliveries_settled CHECK (status = 'pending' OR next_attempt_at IS NULL)
    ) WITH (fillfactor = 80)`.execute(db);
  await sql`CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, sequence)`.execute(db);
  await sql`CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, record_id, sequence) WHERE status = 'pending'`.execute(
    db,
  );
  await sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at)`.execute(db);
  await sql`
    CREATE TABLE webhook_progress (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      dispatched_through bigint NOT NULL
    )`.execute(db);
  await sql`INSERT INTO webhook_progress (dispatched_through) SELECT coalesce(max(id), 0) FROM published_events`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE webhook_progress, webhook_deliveries, webhooks`.execute(db);
}
