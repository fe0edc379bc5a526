import type { Kysely } from 'kysely';
import { createDatabase, type DatabaseOptions } from '../database/create-database.js';
import { databaseReady, type DatabaseReadiness } from '../database/database-ready.js';
import { migrateToLatest } from '../database/migrate.js';
import { indexerMigrations } from './migrations/index.js';
import type { IndexerTables } from './tables.js';

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
