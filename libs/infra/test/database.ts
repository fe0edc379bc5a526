import { createTestDatabase } from '@weir/postgres';
import { createDatabase, type Database } from '../src/database/create-database.js';
import { migrateToLatest } from '../src/database/migrate.js';

export interface MigratedDatabase {
  readonly url: string;
  readonly db: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** A real, empty database with the present schema. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const { url, drop } = await createTestDatabase();
  const db = createDatabase({ url, maxConnections: 20 });
  await migrateToLatest(db);
  return {
    url,
    db,
    async drop() {
      await db.destroy();
      await drop();
    },
  };
}
