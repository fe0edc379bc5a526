import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import { createDatabase } from './create-database.js';
import { codeOf, DatabaseUnavailableError } from './database-errors.js';
import { migrations } from './migrations/index.js';

/** Thrown when a migration fails. Postgres undid all of it; the earlier ones stay. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Migrations by name, in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

const createMigrator = <Schema>(db: Kysely<Schema>, provided: Migrations) =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...provided }) },
    // Changes developed side by side are released when they are ready: a lower number may come after a higher one.
    allowUnorderedMigrations: true,
  });

/**
 * Brings the database to this version. Safe to repeat and to run from several processes at once: one works under an
 * advisory lock, the others wait and then find nothing to do.
 *
 * Give it a database without a statement timeout: waiting for the lock counts as a statement.
 *
 * @param provided the API's where nothing is said
 * @returns the names of the migrations it applied, in order
 * @throws MigrationError naming the migration that failed
 * @throws DatabaseUnavailableError when the database cannot be reached
 */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  provided: Migrations = migrations,
): Promise<readonly string[]> {
  return applied(await createMigrator(db, provided).migrateToLatest());
}

/** Undoes the latest migration, with its data. @returns its name, or nothing when there was none to undo */
export async function migrateDown<Schema>(
  db: Kysely<Schema>,
  provided: Migrations = migrations,
): Promise<readonly string[]> {
  return applied(await createMigrator(db, provided).migrateDown());
}

function applied({ error, results = [] }: MigrationResultSet): readonly string[] {
  if (error === undefined) return results.map((result) => result.migrationName);
  const failed = results.find((result) => result.status === 'Error');
  if (failed === undefined)
    throw error instanceof Error ? error : new MigrationError('Migration failed.', { cause: error });
  throw new MigrationError(`Migration ${failed.migrationName} failed.`, { cause: error });
}

async function run(provided: Migrations): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    throw new Error('DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@127.0.0.1:5432/weir');
  }
  const [direction = 'up'] = process.argv.slice(2);
  if (direction !== 'up' && direction !== 'down')
    throw new Error(`Unknown argument "${direction}": up (default) or down.`);

  const db = createDatabase({ url, maxConnections: 2, statementTimeoutMs: 0, applicationName: 'weir-migrate' });
  try {
    const names = direction === 'up' ? await migrateToLatest(db, provided) : await migrateDown(db, provided);
    for (const name of names) console.log(`${direction}: ${name}`);
    if (names.length === 0) console.log('Nothing to migrate.');
  } finally {
    await db.destroy();
  }
}

/**
 * A migration command: brings the database of DATABASE_URL to this version, or with `down` undoes the latest step. Ends
 * with 1 and a message when it cannot.
 */
export async function runMigrations(provided: Migrations): Promise<void> {
  try {
    await run(provided);
  } catch (error) {
    for (let reason: unknown = error; reason instanceof Error; reason = reason.cause) console.error(reason.message);
    process.exitCode = 1;
  }
}

/** Whether the database can be used, and if not, why. */
export type DatabaseReadiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: 'unavailable' | 'migrations-pending' };

const UNDEFINED_TABLE = '42P01';

/**
 * Checks for `/ready` whether the database answers and has at least this version's schema. Never throws for a database
 * that cannot be reached. A newer schema is ready too, so that the replicas of a rolling update stay in service.
 */
export async function databaseReady<Schema>(
  db: Kysely<Schema>,
  expected: Migrations = migrations,
): Promise<DatabaseReadiness> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
    const present = new Set(rows.map((row) => row.name));
    const complete = Object.keys(expected).every((name) => present.has(name));
    return complete ? { ready: true } : { ready: false, reason: 'migrations-pending' };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return { ready: false, reason: 'unavailable' };
    if (codeOf(error) === UNDEFINED_TABLE) return { ready: false, reason: 'migrations-pending' };
    throw error;
  }
}
