import { sql } from 'kysely';
import { createDatabase, type Database, migrateToLatest } from '@weir/infra';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { startIndexer } from '../src/composition.js';
import { loadConfig } from '../src/config/load-config.js';
import { createMigrated } from './support/fixture.js';

let own: TestDatabase;
let other: TestDatabase;
let db: Database;
beforeEach(async () => {
  [own, other] = await Promise.all([createMigrated(), createTestDatabase()]);
  db = createDatabase({ url: other.url });
});
afterEach(async () => {
  await db.destroy();
  await Promise.all([own.drop(), other.drop()]);
});

/** No Electrum server listens there, which hinders no start. */
const start = (databases: Readonly<Record<string, string>>) =>
  startIndexer(
    loadConfig({
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: 'ws://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...databases,
    }),
  );

describe('the start of the indexer', () => {
  it("refuses the API's database, an empty one, and one with other tables", async () => {
    await expect(start({ DATABASE_URL: other.url })).rejects.toThrow(/an empty database: .*npm run migrate:indexer/);
    await sql`CREATE TABLE orders (id integer)`.execute(db);
    await expect(start({ DATABASE_URL: other.url })).rejects.toThrow('tables of something else (orders)');
    await sql`DROP TABLE orders`.execute(db);
    await migrateToLatest(db);
    await expect(start({ DATABASE_URL: other.url })).rejects.toThrow(
      "DATABASE_URL names the API's database, version 1.0: expected the indexer's database, version 1.0.",
    );
  });

  it("refuses an API_DATABASE_URL that is not the API's, and waits for one that is not migrated yet", async () => {
    const second = await createMigrated();
    try {
      await expect(start({ DATABASE_URL: own.url, API_DATABASE_URL: second.url })).rejects.toThrow(
        "API_DATABASE_URL names the indexer's database, version 1.0: expected the API's database, version 1.0.",
      );
    } finally {
      await second.drop();
    }
    const indexer = await start({ DATABASE_URL: own.url, API_DATABASE_URL: other.url });
    await indexer.stop();
  });
});
