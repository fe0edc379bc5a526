import { type Kysely, sql } from 'kysely';
import { createDatabase, type DatabaseOptions } from '../database/create-database.js';
import type { DatabaseKind } from '../database/identity/database-kind.js';
import { requireDatabase } from '../database/identity/database-state.js';
import { countRows, rowsText } from '../database/identity/stored-rows.js';
import { type DatabaseReadiness, databaseReady, migrateToLatest } from '../database/migrate.js';
import { commandText } from '../installation.js';
import type { Tables } from './generated/tables.js';
import * as baseline from './migrations/001-baseline.js';

/** The indexer's database. Add new migrations at the end; never change one that has been released. */
export const indexerDatabase: DatabaseKind = {
  app: 'indexer',
  migrations: {
    'indexer-001-baseline': { up: baseline.up, down: baseline.down, version: '1.0' },
  },
  migrate: 'migrate-indexer',
  recordTables: ['contracts', 'events', 'announcements', 'blocks'],
  // How far the chain was read, which nobody has to keep.
  refilledTables: ['sync_state'],
  beforeDown: `Stop the indexers, and empty the tables first: ${commandText('reindex')}`,
};

/** The indexer's typed database, apart from the API's. */
export type IndexerDatabase = Kysely<Tables>;

/** Opens the indexer's database, as `createDatabase` does the API's. */
export const createIndexerDatabase = (options: DatabaseOptions): IndexerDatabase => createDatabase<Tables>(options);

/** Brings the indexer's database to this version; see `migrateToLatest`. */
export const migrateIndexer = (db: IndexerDatabase): Promise<readonly string[]> => migrateToLatest(db, indexerDatabase);

/**
 * Whether the indexer's database answers and has at least this version's schema. Never throws for one that cannot be
 * reached.
 */
export const indexerDatabaseReady = (db: IndexerDatabase): Promise<DatabaseReadiness> =>
  databaseReady(db, indexerDatabase);

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
 * Says how many rows of what the index holds; undefined where it is empty.
 *
 * @throws WrongDatabaseError where the database is not the indexer's of this version
 */
export const indexedRows = async (db: IndexerDatabase): Promise<string | undefined> => {
  await requireDatabase(db, indexerDatabase);
  const rows = await countRows(db, indexerDatabase);
  return rows.length === 0 ? undefined : rowsText(rows);
};

/**
 * Empties the tables: the writer notices within seconds and reads the chain again. Readers see what it has by then, and
 * that it is not all. Safe while indexers run, and twice.
 *
 * @throws WrongDatabaseError where the database is not the indexer's of this version; nothing is changed then
 */
export const emptyIndex = (db: IndexerDatabase): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await requireDatabase(trx, indexerDatabase);
    // First: who commits meanwhile has to wait, and finds a version that is not the one they planned from.
    await trx
      .updateTable('syncState')
      .set(({ eb }) => ({ version: eb('version', '+', 1), servedHeight: null, problem: null }))
      .execute();
    await sql`TRUNCATE ${sql.join(FILLED.map((table) => sql.table(table)))}`.execute(trx);
  });
