import { sql, type Kysely } from 'kysely';

/** Up to which block everything is read, which is not the highest block; and what an operator has to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sync_state ADD COLUMN served_height integer, ADD COLUMN problem text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sync_state DROP COLUMN served_height, DROP COLUMN problem`.execute(db);
}
