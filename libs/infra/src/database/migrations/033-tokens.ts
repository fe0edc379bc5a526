import { sql, type Kysely } from 'kysely';

const NOW = sql`(floor(extract(epoch FROM now()))::bigint)`;

/**
 * What is known of tokens by their registries. Rows are a cache: any may be dropped, and is learnt anew when somebody names its
 * category. `queued_at` is set while somebody waits for a look, from `due_at` on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tokens (
      category text PRIMARY KEY CHECK (category ~ '^[0-9a-f]{64}$'),
      queued_at bigint,
      due_at bigint,
      asked_by text,
      asked_at bigint NOT NULL DEFAULT ${NOW},
      standing text NOT NULL DEFAULT 'unknown' CHECK (standing IN ('unknown', 'absent', 'unnamed', 'unreadable', 'named')),
      authhead text,
      authchain_length integer NOT NULL DEFAULT 0 CHECK (authchain_length >= 0),
      published_in text,
      registry_hash text,
      registry_uris text[],
      shown_hash text,
      shown_until bigint,
      symbol text,
      name text,
      decimals smallint CHECK (decimals BETWEEN 0 AND 18),
      description text,
      icon text,
      checked_at bigint,
      fresh_until bigint,
      failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
      CONSTRAINT tokens_queued_whole CHECK (num_nonnulls(queued_at, due_at) IN (0, 2)),
      CONSTRAINT tokens_named_shown CHECK (standing <> 'named' OR shown_hash IS NOT NULL)
    ) WITH (fillfactor = 80)`.execute(db);
  await sql`CREATE INDEX tokens_queued ON tokens (asked_by, due_at) WHERE queued_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX tokens_by_asking ON tokens (asked_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE tokens`.execute(db);
}
