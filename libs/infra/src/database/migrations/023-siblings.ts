import { sql, type Kysely } from 'kysely';

/** Siblings in a plan share a script: which of them is meant, their index says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX streams_of_script ON streams (script_hash, plan_index) WHERE plan_funding_id IS NOT NULL`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX streams_of_script`.execute(db);
}
