import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { migrateDown, migrateToLatest } from '../../database/migrate.js';
import { createIndexerDatabase, type IndexerDatabase, indexerDatabase } from '../open-indexer-database.js';

const ALL = Object.keys(indexerDatabase.migrations);

let database: TestDatabase;
let db: IndexerDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createIndexerDatabase({ url: database.url, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const tables = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'`.execute(db);
  return rows.map(({ name }) => name).sort();
};

describe("the indexer's migrations", () => {
  it('go up, all the way down, leave nothing, and up again', async () => {
    expect(await migrateToLatest(db, indexerDatabase)).toEqual(ALL);
    const made = await tables();
    for (const name of ALL.toReversed()) expect(await migrateDown(db, indexerDatabase)).toEqual([name]);
    expect(await tables()).toEqual([]);
    expect(await migrateToLatest(db, indexerDatabase)).toEqual(ALL);
    expect(await tables()).toEqual(made);
  });
});
