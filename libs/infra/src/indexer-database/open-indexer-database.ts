import { type Kysely, sql } from 'kysely';
import { createDatabase, type DatabaseOptions } from '../database/create-database.js';
import { type DatabaseReadiness, databaseReady, migrateToLatest, type Migrations } from '../database/migrate.js';
import * as baseline from './migrations/001-baseline.js';
import type { IndexerTables } from './tables.js';

/** The indexer's migrations. Add new ones at the end; never change one that has been released. */
export const indexerMigrations: Migrations = {
  '001-baseline': baseline,
};

/** The indexer's typed database, apart from the API's. */
export type IndexerDatabase = Kysely<IndexerTables>;

/** Opens the indexer's database, as `createDatabase` does the API's. */
export const createIndexerDatabase = (options: DatabaseOptions): IndexerDatabase =>
  createDatabase<IndexerTables>(options);

/** Brings the indexer's database to this version; see `migrateToLatest`. */
export const migrateIndexer = (db: IndexerDatabase): Promise<readonly string[]> =>
  migrateToLatest(db, indexerMigrations);

/**
 * Whether the indexer's database answers and has at least this version's schema. Never throws for one that cannot be
 * reached.
 */
export const indexerDatabaseReady = (db: IndexerDatabase): Promise<DatabaseReadiness> =>
  databaseReady(db, indexerMigrations);

/** The tables that are filled from the chain. */
const FILLED = [
  'events',
  'contracts',
  'announcements',
  'scripts',
  'blocks',
  'dailyBalances',
  'dailyActivity',
  'balances',
  'verdictCounts',
];

/**
 * Empties the tables: the writer notices within seconds and reads the chain anew. Readers see what it has by then, and
 * that it is not all. Safe while indexers run, and twice.
 *
 * @throws Error where the database is not the indexer's, or was never migrated; nothing is changed then
 */
export const emptyIndex = (db: IndexerDatabase): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('sync_state')::text AS found`.execute(trx);
    // The API's database has a table of events as well.
    if (rows[0]?.found == null)
      throw new Error("This is not the indexer's database, or it is not migrated: nothing was changed");
    // First: who commits meanwhile has to wait, and finds a version that is not the one they planned from.
    await trx
      .updateTable('syncState')
      .set(({ eb }) => ({ version: eb('version', '+', 1), servedHeight: null, problem: null }))
      .execute();
    await sql`TRUNCATE ${sql.join(FILLED.map((table) => sql.table(table)))}`.execute(trx);
  });
