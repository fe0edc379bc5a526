import { readFile, writeFile } from 'node:fs/promises';
import { createTestDatabase } from '@weir/testing/postgres';
import { createIndexerDatabase, migrateIndexer } from '../src/indexer-database/open-indexer-database.js';
import { useDatabase } from './database.js';
import { API_HINTS, INDEXER_HINTS } from './table-hints.js';
import { describeTables } from './table-types.js';

const database = useDatabase();

const describeIndexer = async (): Promise<string> => {
  const { url, drop } = await createTestDatabase();
  const db = createIndexerDatabase({ url, statementTimeoutMs: 0 });
  try {
    await migrateIndexer(db);
    return await describeTables({ url, db }, INDEXER_HINTS);
  } finally {
    await db.destroy();
    await drop();
  }
};

/** Compares a file with the description of a schema. WEIR_RECORD=1 writes the file first. */
const expectGenerated = async (path: string, described: string): Promise<void> => {
  const file = new URL(path, import.meta.url);
  if (process.env['WEIR_RECORD'] !== undefined) await writeFile(file, described);
  expect(await readFile(file, 'utf8')).toBe(described);
};

describe('the types of tables', () => {
  it("equal the API's migrated schema (WEIR_RECORD=1 writes them)", async () => {
    await expectGenerated('../src/database/generated/tables.ts', await describeTables(database, API_HINTS));
  });

  it("equal the indexer's migrated schema (WEIR_RECORD=1 writes them)", async () => {
    await expectGenerated('../src/indexer-database/generated/tables.ts', await describeIndexer());
  });

  it('name the enumeration of a check, repeat comments, and let nobody write what triggers keep', async () => {
    const described = await describeTables(database, API_HINTS);
    expect(described).toContain(`  /** Display id, #WEIR-BCH-000001. */\n  streamId: string;\n`);
    expect(described).toContain(`  contract: Generated<StreamContract>;\n`);
    expect(described).toContain(`  vaultPublic: GeneratedAlways<boolean>;\n`);
    expect(described).toContain(`  streams: StreamsTable;\n`);
  });
});
