import { createTestDatabase, type Preparation } from '@weir/testing/postgres';
import { createDatabase, type Database } from '../src/database/create-database.js';
import { migrateToLatest } from '../src/database/migrate.js';

export interface MigratedDatabase {
  readonly url: string;
  readonly db: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

const migrated: Preparation = {
  name: 'api',
  async prepare(url) {
    const db = createDatabase({ url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await db.destroy();
  },
};

/** A real, empty database with the present schema. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const { url, drop } = await createTestDatabase(migrated);
  // No bounds of time: a busy machine takes as long as it takes.
  const db = createDatabase({ url, maxConnections: 20, connectionTimeoutMs: 0, statementTimeoutMs: 0 });
  return {
    url,
    db,
    async drop() {
      await db.destroy();
      await drop();
    },
  };
}

/**
 * A database that is created before the tests of a file, or of the group that asks for it, and removed after them. What it
 * returns is filled before the first test.
 */
export const useDatabase = () => {
  const database = {} as MigratedDatabase;
  beforeAll(async () => void Object.assign(database, await createMigratedDatabase()));
  afterAll(() => database.drop());
  /** What `create` makes over the database, such as a repository; filled before the first test as well. */
  const over = <Made extends object>(create: (db: Database) => Made): Made => {
    const made = {} as Made;
    beforeAll(() => void Object.assign(made, create(database.db)));
    return made;
  };
  return Object.assign(database, { over });
};
