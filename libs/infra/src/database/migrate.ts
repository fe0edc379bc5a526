import { type Kysely, type Migration, type MigrationResultSet, Migrator, type QueryExecutorProvider } from 'kysely';
import type { DatabaseKind } from './identity/database-kind.js';
import {
  type DatabaseStateName,
  readApplied,
  readDatabaseState,
  recordVersion,
  requireDatabase,
  WrongDatabaseError,
} from './identity/database-state.js';
import { requireNoRows } from './identity/stored-rows.js';
import { apiDatabase } from './migrations/index.js';
import { DatabaseUnavailableError } from './sql/database-errors.js';

/** Thrown when a migration fails. Postgres undid all of it; the earlier ones stay. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** States of a database that can be brought to this version. */
const MIGRATABLE: readonly DatabaseStateName[] = ['current', 'older', 'empty'];

/** Returns a migration that records the version it leads to, and that is not undone while there are rows. */
const guarded = (kind: DatabaseKind, name: string, migration: Migration): Migration => ({
  async up(db: Kysely<unknown>) {
    await migration.up(db);
    await recordVersion(db, kind, [...(await readApplied(db)), name]);
  },
  async down(db: Kysely<unknown>) {
    await requireNoRows(db, kind);
    await migration.down?.(db);
    await recordVersion(
      db,
      kind,
      (await readApplied(db)).filter((applied) => applied !== name),
    );
  },
});

const createMigrator = <Schema>(db: Kysely<Schema>, kind: DatabaseKind) =>
  new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
            Object.entries(kind.migrations).map(([name, migration]) => [name, guarded(kind, name, migration)]),
          ),
        ),
    },
    // Changes developed side by side are released when they are ready: a lower number may come after a higher one.
    allowUnorderedMigrations: true,
  });

/**
 * Brings the database to this version. Safe to repeat and to run from several processes at once: one works under an
 * advisory lock, the others wait and then find nothing to do.
 *
 * Give it a database without a statement timeout: waiting for the lock counts as a statement.
 *
 * @param kind the API's by default
 * @returns the names of the migrations it applied, in order
 * @throws WrongDatabaseError for another app's database, one with foreign tables, a newer version, or an old server
 * @throws MigrationError naming the migration that failed
 * @throws DatabaseUnavailableError when the database cannot be reached
 */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  kind: DatabaseKind = apiDatabase,
): Promise<readonly string[]> {
  await requireDatabase(db, kind, MIGRATABLE);
  return applied(await createMigrator(db, kind).migrateToLatest());
}

/**
 * Undoes the latest migration of a database without records.
 *
 * @returns its name, or nothing when there was none to undo
 * @throws WrongDatabaseError as `migrateToLatest`, and while rows exist
 */
export async function migrateDown<Schema>(
  db: Kysely<Schema>,
  kind: DatabaseKind = apiDatabase,
): Promise<readonly string[]> {
  await requireDatabase(db, kind, MIGRATABLE);
  return applied(await createMigrator(db, kind).migrateDown());
}

function applied({ error, results = [] }: MigrationResultSet): readonly string[] {
  if (error === undefined) return results.map((result) => result.migrationName);
  if (error instanceof WrongDatabaseError) throw error;
  const failed = results.find((result) => result.status === 'Error');
  if (failed === undefined)
    throw error instanceof Error ? error : new MigrationError('Migration failed.', { cause: error });
  throw new MigrationError(`Migration ${failed.migrationName} failed.`, { cause: error });
}

/** Whether a service can use its database, and if not, why. */
export type DatabaseReadiness =
  | { readonly ready: true; /** What an operator should know. */ readonly warning?: string | undefined }
  | { readonly ready: false; readonly reason: 'unavailable' | DatabaseStateName; readonly message: string };

/**
 * Checks for `/ready` whether the database answers, belongs to this app and has this version. Never throws for a
 * database that cannot be reached. A compatible newer version is ready too, so that the replicas of a rolling update
 * stay in service.
 */
export async function databaseReady(
  db: QueryExecutorProvider,
  kind: DatabaseKind = apiDatabase,
): Promise<DatabaseReadiness> {
  try {
    const { state, message } = await readDatabaseState(db, kind);
    if (state === 'current') return { ready: true };
    if (state === 'newer-compatible') return { ready: true, warning: message };
    return { ready: false, reason: state, message };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError)
      return { ready: false, reason: 'unavailable', message: 'unavailable' };
    throw error;
  }
}
