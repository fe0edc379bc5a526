import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { indexerDatabase } from '../../indexer-database/open-indexer-database.js';
import { reindexCommand } from '../../indexer-database/reindex-command.js';
import { createDatabase, type Database } from '../create-database.js';
import { migrateCommand } from '../migrate-command.js';
import { databaseReady, migrateDown, migrateToLatest } from '../migrate.js';
import { apiDatabase } from '../migrations/index.js';
import { readDatabaseState } from './database-state.js';

const COMMANDS = {
  migrate: migrateCommand(apiDatabase),
  'migrate-indexer': migrateCommand(indexerDatabase),
  reindex: reindexCommand,
} as const;
/** Command lines of each database that change it. */
const OF_API = ['migrate', 'migrate up', 'migrate down'];
const OF_INDEXER = ['migrate-indexer', 'migrate-indexer up', 'migrate-indexer down', 'reindex', 'reindex --yes'];

let server: TestDatabase;
let db: Database;
beforeEach(async () => {
  server = await createTestDatabase();
  db = createDatabase({ url: server.url });
});
afterEach(async () => {
  await db.destroy();
  await server.drop();
});

const execute = (statement: string) => sql.raw(statement).execute(db);

/** Runs a command line. @returns its exit code and all that it says */
const run = async (line: string, answer?: string, settings: NodeJS.ProcessEnv = {}) => {
  const [name = '', ...args] = line.split(' ');
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const code = await COMMANDS[name as keyof typeof COMMANDS](args, {
    env: { ...settings, DATABASE_URL: server.url },
    print: say,
    complain: say,
    ask:
      answer === undefined
        ? undefined
        : (question) => {
            say(question);
            return Promise.resolve(answer);
          },
  });
  return { code, said: said.join('\n') };
};

/** Tables and functions of the schema. */
const contents = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`.execute(db);
  return rows.map(({ name }) => name);
};

const refusesAll = async (lines: readonly string[], ...words: readonly string[]): Promise<void> => {
  const before = await contents();
  for (const line of lines) {
    const { code, said } = await run(line);
    expect([line, code]).toEqual([line, 1]);
    for (const word of words) expect(said).toContain(word);
  }
  expect(await contents()).toEqual(before);
};

describe('commands on a database that is not theirs', () => {
  it("refuse the indexer's where the API's is expected", async () => {
    await migrateToLatest(db, indexerDatabase);
    await refusesAll(
      [...OF_API, 'migrate status'],
      "DATABASE_URL names the indexer's database, version 1.0",
      "expected the API's database, version 1.0",
      "Set DATABASE_URL to the API's database",
    );
    expect(await databaseReady(db)).toMatchObject({ ready: false, reason: 'other-app' });
  });

  it("refuse the API's where the indexer's is expected", async () => {
    await migrateToLatest(db);
    await refusesAll(
      [...OF_INDEXER, 'migrate-indexer status'],
      "DATABASE_URL names the API's database, version 1.0",
      "expected the indexer's database, version 1.0",
      "Set DATABASE_URL to the indexer's database",
    );
  });

  it('refuse one with tables of something else', async () => {
    await execute('CREATE TABLE "Customers" (id integer)');
    await refusesAll(
      [...OF_API, ...OF_INDEXER, 'migrate status', 'migrate-indexer status'],
      'a database with tables of something else (Customers)',
      'create an empty database',
    );
  });

  it('refuse one that another program has migrated by the same library', async () => {
    await execute('CREATE TABLE kysely_migration (name text PRIMARY KEY, timestamp text)');
    expect(await readDatabaseState(db, apiDatabase)).toMatchObject({ state: 'empty' });
    await execute("INSERT INTO kysely_migration VALUES ('001-baseline', '2026')");
    await refusesAll([...OF_API, ...OF_INDEXER], 'migrations of something else (001-baseline)');
  });

  it('distinguish an empty one from their own, and say how to make it theirs', async () => {
    expect(await run('migrate status')).toEqual({
      code: 1,
      said: "DATABASE_URL names an empty database: expected the API's database, version 1.0. Run `npm run migrate` with the same DATABASE_URL.",
    });
    await refusesAll(['reindex', 'reindex --yes'], 'an empty database', 'npm run migrate:indexer');
    expect(await run('migrate down')).toEqual({ code: 0, said: 'Nothing to migrate.' });
    expect(await run('migrate')).toEqual({ code: 0, said: 'up: api-001-baseline' });
    expect(await run('migrate status')).toEqual({
      code: 0,
      said: "DATABASE_URL names the API's database, version 1.0.",
    });
  });

  it('take one with the tables of an extension alone for empty, and leave them there', async () => {
    await execute('CREATE EXTENSION pg_stat_statements');
    const before = await contents();
    expect(await run('migrate')).toMatchObject({ code: 0 });
    expect(await run('migrate down')).toMatchObject({ code: 0 });
    expect(await contents()).toEqual(expect.arrayContaining([...before]));
    expect(await readDatabaseState(db, apiDatabase)).toMatchObject({ state: 'empty' });
  });

  it.each([
    ['an older version', "UPDATE weir_database SET version = '0.9'", 'older'],
    ['another migration in place of its own', "UPDATE kysely_migration SET name = 'api-000-draft'", 'newer'],
    ['a later version that only adds', "UPDATE weir_database SET version = '1.7'", 'newer-compatible'],
    ['a later version that changes something', "UPDATE weir_database SET version = '2.0'", 'newer'],
    ['a migration that is not known', "INSERT INTO kysely_migration VALUES ('api-002-later', '2026')", 'newer'],
  ])('recognise %s', async (_, statement, expected) => {
    await migrateToLatest(db);
    await execute(statement);
    const { state, message } = await readDatabaseState(db, apiDatabase);
    expect(state).toBe(expected);
    expect(message).toMatch(/^DATABASE_URL names the API's database, version .*: expected the API's .* 1\.0\. /);
    expect((await databaseReady(db)).ready).toBe(expected === 'newer-compatible');
    if (expected === 'older') return;
    await expect(migrateToLatest(db)).rejects.toThrow(message);
    await expect(migrateDown(db)).rejects.toThrow(message);
  });

  it('refuse a server that is too old, before anything runs', async () => {
    // The server is recent: a function of the same name answers in place of its own.
    await execute(
      "CREATE SCHEMA old; CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT '150004' $$",
    );
    await execute(`ALTER DATABASE ${new URL(server.url).pathname.slice(1)} SET search_path = public, old, pg_catalog`);
    await refusesAll(
      [...OF_API, ...OF_INDEXER, 'migrate status', 'migrate-indexer status'],
      'a server with Postgres 15: expected Postgres 16 or newer',
    );
  });
});

describe('a misspelt setting', () => {
  it.each(['migrate status', 'migrate-indexer status', 'reindex'])('is reported by %s', async (line) => {
    expect((await run(line, undefined, { RATE_LIMT_MAX: '5' })).said).toContain('did you mean RATE_LIMIT_MAX?');
  });

  it('is named where DATABASE_URL is missing', async () => {
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const code = await COMMANDS.migrate([], { env: { DATABSE_URL: server.url }, print: say, complain: say });
    expect([code, said]).toEqual([
      1,
      [expect.stringContaining('did you mean DATABASE_URL?'), expect.stringContaining('DATABASE_URL is not set')],
    ]);
  });
});

describe('commands that delete', () => {
  it('refuse to undo a migration while rows exist, and say how many of what', async () => {
    await migrateToLatest(db);
    await execute('CREATE TABLE "Notes" AS SELECT generate_series(1, 1200) AS id');
    const before = await contents();
    expect(await run('migrate down')).toEqual({
      code: 1,
      said: 'The database holds 1,200 Notes, which this would delete: nothing was changed. To give everything up, delete the database itself (dropdb) and create it again.',
    });
    expect(await contents()).toEqual(before);
    await execute('DELETE FROM "Notes"');
    expect(await run('migrate down')).toEqual({ code: 0, said: 'down: api-001-baseline' });
    expect(await run('migrate down')).toEqual({ code: 0, said: 'Nothing to migrate.' });
  });

  it('refuse to undo a migration while somebody writes', async () => {
    await migrateToLatest(db);
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE streams IN ROW EXCLUSIVE MODE NOWAIT`.execute(trx);
      expect(await run('migrate down')).toEqual({
        code: 1,
        said: 'A running service writes to this database: nothing was changed. Stop it first.',
      });
    });
  });

  it('ask before they empty an index with rows, and need --yes where nobody can answer', async () => {
    await migrateToLatest(db, indexerDatabase);
    expect((await run('reindex')).said).toContain('The tables are empty');
    await sql`INSERT INTO blocks VALUES (1, ${'a'.repeat(64)}, 1), (2, ${'b'.repeat(64)}, 2)`.execute(db);
    const { code, said } = await run('reindex');
    expect([code, said]).toEqual([1, expect.stringContaining('The index holds 2 blocks: nothing was changed.')]);
    expect(said).toContain('npm run reindex -- --yes');
    expect(await run('reindex', 'no')).toEqual({
      code: 1,
      said: 'The index holds 2 blocks. Delete them? (yes/no) \nNothing was changed.',
    });
    expect((await run('migrate-indexer down')).said).toMatch(/holds 2 blocks.*npm run reindex/);
    expect(await run('reindex', 'yes')).toMatchObject({ code: 0 });
    await sql`INSERT INTO blocks VALUES (1, ${'a'.repeat(64)}, 1)`.execute(db);
    expect(await run('reindex --yes')).toMatchObject({ code: 0 });
    expect(await run('migrate-indexer down')).toEqual({ code: 0, said: 'down: indexer-001-baseline' });
  });
});
