import { type QueryExecutorProvider, sql } from 'kysely';
import { commandText } from '../../installation.js';
import { type DatabaseKind, compareVersions, highestVersion } from './database-kind.js';

/** Oldest major version of Postgres that the migrations run on. */
const OLDEST_POSTGRES = 16;

const APPS = { api: "the API's", indexer: "the indexer's" } as const;
const isApp = (app: string): app is keyof typeof APPS => app in APPS;
const ownerOf = (app: string): string => (isApp(app) ? APPS[app] : `that of "${app}"`);

/**
 * What a database is to a program.
 *
 * - `current`: its own, of its version
 * - `newer-compatible`: its own, migrated by a later version on which this one runs
 * - `empty`, `older`: to be migrated first
 * - `foreign`: with tables of something else; `other-app`: the other app's; `newer`: of a version on which this program
 *   does not run; `postgres-too-old`: on a server that lacks what the tables need
 */
export type DatabaseStateName =
  | 'current'
  | 'newer-compatible'
  | 'empty'
  | 'older'
  | 'foreign'
  | 'other-app'
  | 'newer'
  | 'postgres-too-old';

/** The state of a database, and a message for operators: what was found, what was expected, and what to do. */
export interface DatabaseState {
  readonly state: DatabaseStateName;
  readonly message: string;
}

interface Facts {
  readonly postgres: number;
  readonly isMarked: boolean;
  readonly isMigrated: boolean;
  readonly tables: readonly string[];
}

/** Tables that Weir's migrations keep for themselves. */
export const OWN_TABLES = ['weir_database', 'kysely_migration', 'kysely_migration_lock'] as const;
const SHOWN_TABLES = 3;

/** One statement that every Postgres since 9.6 understands, and that needs no table. Tables of extensions do not count. */
const readFacts = async (db: QueryExecutorProvider): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    SELECT current_setting('server_version_num')::integer AS postgres,
      to_regclass('weir_database') IS NOT NULL AS "isMarked",
      to_regclass('kysely_migration') IS NOT NULL AS "isMigrated",
      ARRAY(
        SELECT relname::text FROM pg_class
        WHERE relkind IN ('r', 'p') AND relname NOT IN (${sql.join(OWN_TABLES)})
          AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
        ORDER BY relname LIMIT ${sql.lit(SHOWN_TABLES + 1)}
      ) AS tables`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('Postgres answered without a row');
  return facts;
};

const readMark = async (db: QueryExecutorProvider) => {
  const { rows } = await sql<{ app: string; version: string }>`SELECT app, version FROM weir_database`.execute(db);
  return rows[0];
};

/** Names of the migrations that were applied. */
export const readApplied = async (db: QueryExecutorProvider): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
};

const listed = (names: readonly string[]): string =>
  names.length > SHOWN_TABLES ? `${names.slice(0, SHOWN_TABLES).join(', ')}, …` : names.join(', ');

/**
 * Reads what a database is: which app it belongs to, its version, and whether the server is recent enough. Changes
 * nothing.
 *
 * @param setting the setting that names the database, for the message
 * @throws DatabaseUnavailableError when the database cannot be reached
 */
export const readDatabaseState = async (
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  setting = 'DATABASE_URL',
): Promise<DatabaseState> => {
  const needed = highestVersion(Object.values(kind.migrations)) ?? '0.0';
  const expected = `expected ${APPS[kind.app]} database, version ${needed}`;
  const migrate = `Run \`${commandText(kind.migrate)}\` with the same DATABASE_URL`;
  const rename = `Set ${setting} to ${APPS[kind.app]} database`;
  const state = (name: DatabaseStateName, found: string, advice: string): DatabaseState => ({
    state: name,
    message: `${setting} names ${found}: ${expected}. ${advice}.`,
  });

  const { postgres, isMarked, isMigrated, tables } = await readFacts(db);
  if (postgres < OLDEST_POSTGRES * 10_000)
    return {
      state: 'postgres-too-old',
      message: `${setting} names a server with Postgres ${Math.floor(postgres / 10_000)}: expected Postgres ${OLDEST_POSTGRES} or newer. Use a newer server, and move the data with pg_dump and pg_restore.`,
    };
  const mark = isMarked ? await readMark(db) : undefined;
  const applied = isMigrated ? await readApplied(db) : [];
  if (mark === undefined) {
    if (tables.length > 0 || applied.length > 0)
      return state(
        'foreign',
        `a database with ${tables.length > 0 ? `tables of something else (${listed(tables)})` : `migrations of something else (${listed(applied)})`}`,
        `${rename}, or create an empty database for it`,
      );
    return state('empty', 'an empty database', migrate);
  }
  const { app, version } = mark;
  if (app !== kind.app) return state('other-app', `${ownerOf(app)} database, version ${version}`, rename);
  const found = `${APPS[kind.app]} database, version ${version}`;
  const order = compareVersions(version, needed);
  const missing = Object.keys(kind.migrations).filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !(name in kind.migrations));
  if (order === 'newer-compatible') return state('newer-compatible', found, 'Use the version of Weir that migrated it');
  if (order === 'newer' || order === 'unreadable' || unknown.length > 0)
    return state(
      'newer',
      `${found}${unknown.length > 0 ? ` (with the unknown migrations ${listed(unknown)})` : ''}`,
      'Run the version of Weir that migrated it, or a later one',
    );
  if (order === 'older' || missing.length > 0)
    return state('older', `${found}${missing.length > 0 ? ` (without ${listed(missing)})` : ''}`, migrate);
  return { state: 'current', message: `${setting} names ${found}.` };
};

/** Thrown where a database is not the one that a command needs. The message is for operators. */
export class WrongDatabaseError extends Error {
  override readonly name = 'WrongDatabaseError';
}

/**
 * Checks that a database is in one of the states that a command works on, by default only this version's own.
 *
 * @throws WrongDatabaseError saying what was found, what was expected, and what to do
 */
export const requireDatabase = async (
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  accepted: readonly DatabaseStateName[] = ['current'],
): Promise<DatabaseState> => {
  const found = await readDatabaseState(db, kind);
  if (!accepted.includes(found.state)) throw new WrongDatabaseError(found.message);
  return found;
};

/** Records the version that the applied migrations make, inside the transaction of a migration. */
export const recordVersion = async (
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  applied: readonly string[],
): Promise<void> => {
  const version = highestVersion(
    Object.entries(kind.migrations).flatMap(([name, migration]) => (applied.includes(name) ? [migration] : [])),
  );
  if (version === undefined) {
    await sql`DROP TABLE IF EXISTS weir_database`.execute(db);
    return;
  }
  await sql`
    CREATE TABLE IF NOT EXISTS weir_database (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      app text NOT NULL CHECK (app IN ('api', 'indexer')),
      version text NOT NULL CHECK (version ~ '^[0-9]+[.][0-9]+$')
    )`.execute(db);
  await sql`INSERT INTO weir_database (app, version) VALUES (${kind.app}, ${version})
    ON CONFLICT (singleton) DO UPDATE SET version = excluded.version`.execute(db);
};
