import { sql, type Kysely } from 'kysely';

/**
 * A name for each of the server's timelines: Postgres begins a new one when a standby becomes a primary, or a backup is restored.
 * A standby that shows the name of the primary's present timeline follows it; places in the WAL of others say nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE server_timelines (
      number bigint PRIMARY KEY,
      id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      seen_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE server_timelines`.execute(db);
}
