import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * The second that has begun, where the defaults so far rounded to the nearest one: half of all rows said they were made in
 * a second that had not come yet. Rows that are there keep what they say.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await setDefaults(db, ROUNDED, BEGUN);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await setDefaults(db, BEGUN, ROUNDED);
}

/** Defaults as the catalog writes them. */
const ROUNDED = '(EXTRACT(epoch FROM now()))::bigint';
const BEGUN = '(floor(EXTRACT(epoch FROM now())))::bigint';

const columnsWith = (fallback: string): RawBuilder<{ table: string; column: string }> => sql`
  SELECT table_name AS table, column_name AS column FROM information_schema.columns
  WHERE table_schema = current_schema() AND column_default = ${fallback}`;

/** Changes the catalog alone: no row is read or written. */
const setDefaults = async (db: Kysely<unknown>, from: string, to: string): Promise<void> => {
  const { rows } = await columnsWith(from).execute(db);
  for (const { table, column } of rows) {
    await sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN ${sql.ref(column)} SET DEFAULT ${sql.raw(to)}`.execute(db);
  }
};
