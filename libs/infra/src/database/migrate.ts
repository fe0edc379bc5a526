import { Migrator, type Kysely, type Migration, type MigrationResultSet } from 'kysely';
import { migrations } from './migrations/index.js';

/** Thrown when a migration fails. Postgres undid all of it; the earlier ones stay. */
export class MigrationError extends Error {
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
