import { readFile, writeFile } from 'node:fs/promises';
import { useDatabase } from './database.js';
import { API_HINTS } from './table-hints.js';
import { describeTables } from './table-types.js';

const FILE = new URL('../src/database/generated/tables.ts', import.meta.url);
const database = useDatabase();

describe('the types of tables', () => {
  it('are those that the migrated schema gives (WEIR_RECORD=1 writes them)', async () => {
    const described = await describeTables(database, API_HINTS);
    if (process.env['WEIR_RECORD'] !== undefined) await writeFile(FILE, described);
    expect(await readFile(FILE, 'utf8')).toBe(described);
  });

  it('name the enumeration of a check, repeat comments, and let nobody write what triggers keep', async () => {
    const described = await describeTables(database, API_HINTS);
    expect(described).toContain(`  /** Display id, #WEIR-BCH-000001. */\n  streamId: string;\n`);
    expect(described).toContain(`  contract: Generated<StreamContract>;\n`);
    expect(described).toContain(`  vaultPublic: GeneratedAlways<boolean>;\n`);
    expect(described).toContain(`  streams: StreamsTable;\n`);
  });
});
