import { sql, type Kysely } from 'kysely';

/**
 * Under which of the server's timelines events were last published: on another one, positions that were given may have been forgotten.
 * It begins with the present one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE published_events_kept ADD COLUMN timeline bigint`.execute(db);
  await sql`UPDATE published_events_kept SET timeline = ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE published_events_kept DROP COLUMN timeline`.execute(db);
}
