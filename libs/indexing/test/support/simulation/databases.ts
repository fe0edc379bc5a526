import { sql } from 'kysely';
import { createIndexerDatabase, migrateIndexer, type IndexerDatabase } from '@weir/infra';
import { createTestDatabase, type Preparation } from '@weir/testing/postgres';

export interface TestIndexerDatabase {
  readonly url: string;
  /** For the test itself. */
  readonly db: IndexerDatabase;
  /** Terminates all connections of an application name, as the death of its process does. */
  kill(applicationName: string): Promise<void>;
  drop(): Promise<void>;
}

const migrated: Preparation = {
  name: 'indexer',
  async prepare(url) {
    const db = createIndexerDatabase({ url, statementTimeoutMs: 0 });
    await migrateIndexer(db);
    await db.destroy();
  },
};

export const createIndexerTestDatabase = async (): Promise<TestIndexerDatabase> => {
  const { url, drop } = await createTestDatabase(migrated);
  const db = createIndexerDatabase({ url, applicationName: 'test' });
  return {
    url,
    db,
    async kill(applicationName) {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${applicationName} AND datname = current_database()`.execute(
        db,
      );
    },
    async drop() {
      await db.destroy();
      await drop();
    },
  };
};

const TABLES = [
  'events',
  'contracts',
  'announcements',
  'scripts',
  'blocks',
  'syncState',
  'dailyBalances',
  'dailyActivity',
  'balances',
  'verdictCounts',
] as const;

export const clearTables = async (db: IndexerDatabase): Promise<void> => {
  for (const table of TABLES) await db.deleteFrom(table).execute();
};
