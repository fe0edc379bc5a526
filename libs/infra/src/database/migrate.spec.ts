import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { createDatabase, type Database } from './create-database.js';
import type { DatabaseKind } from './identity/database-kind.js';
import { databaseReady, migrateDown, migrateToLatest } from './migrate.js';
import { apiDatabase } from './migrations/index.js';

const ALL = Object.keys(apiDatabase.migrations);
const COMMAND = fileURLToPath(new URL('./migrate.main.ts', import.meta.url));

let folder: string;
let bundle: string;
// Loading the sources takes longer than what the command does, which runs five times from here.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-migrate-'));
  bundle = join(folder, 'migrate.mjs');
  await build({
    entryPoints: [COMMAND],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@weir/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    external: ['pg-native'],
    logLevel: 'warning',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runNode = (url: string | undefined, ...args: readonly string[]) => {
  const { ...env } = process.env;
  delete env['DATABASE_URL'];
  return promisify(execFile)(process.execPath, args, {
    env: { ...env, NODE_OPTIONS: '', ...(url !== undefined && { DATABASE_URL: url }) },
  });
};
const runBundle = (url: string | undefined, ...args: readonly string[]) => runNode(url, bundle, ...args);
/** As `npm run migrate` does. */
const migrateFromSources = (url: string, ...args: readonly string[]) =>
  runNode(url, '--conditions=@weir/source', '--import', 'tsx', COMMAND, ...args);

const objectsLeft = async (db: Database) => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely%'
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`.execute(db);
  return rows.map((row) => row.name);
};

const nothing = () => Promise.resolve();
/** The API's database with more migrations, which change nothing. @param added versions by name */
const withMigrations = (added: Readonly<Record<string, string>>): DatabaseKind => ({
  ...apiDatabase,
  migrations: {
    ...apiDatabase.migrations,
    ...Object.fromEntries(
      Object.entries(added).map(([name, version]) => [name, { up: nothing, down: nothing, version }]),
    ),
  },
});

describe('migrations', () => {
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

  it('run once, in order, and are ready', async () => {
    expect(await databaseReady(db)).toMatchObject({ ready: false, reason: 'empty' });
    expect(await migrateToLatest(db)).toEqual(ALL);
    expect(await migrateToLatest(db)).toEqual([]);
    expect(await databaseReady(db)).toEqual({ ready: true });
  });

  it('roll back completely and run again', async () => {
    await migrateToLatest(db);
    for (const name of [...ALL].reverse()) {
      expect(await migrateDown(db)).toEqual([name]);
      expect(await databaseReady(db)).toMatchObject({ ready: false });
    }
    expect(await migrateDown(db)).toEqual([]);
    expect(await objectsLeft(db)).toEqual([]);
    expect(await migrateToLatest(db)).toEqual(ALL);
  });

  it('run one that was released after a higher number', async () => {
    await migrateToLatest(db, withMigrations({ 'api-003-later': '1.1' }));
    const both = withMigrations({ 'api-002-earlier': '1.2', 'api-003-later': '1.1' });
    expect(await databaseReady(db, both)).toMatchObject({ ready: false, reason: 'older' });
    expect(await migrateToLatest(db, both)).toEqual(['api-002-earlier']);
    expect(await databaseReady(db, both)).toEqual({ ready: true });
  });

  it('may start in several connections at once', async () => {
    const replicas = Array.from({ length: 6 }, () => createDatabase({ url: server.url }));
    const applied = await Promise.all(replicas.map((each) => migrateToLatest(each)));
    expect(applied.flat()).toEqual(ALL);
    await Promise.all(replicas.map((replica) => replica.destroy()));
  });

  it('run as a command, from two processes at once', async () => {
    const outputs = await Promise.all([runBundle(server.url), runBundle(server.url)]);
    const lines = outputs.flatMap(({ stdout }) => stdout.trim().split('\n')).sort();
    expect(lines).toEqual(['Nothing to migrate.', ...ALL.map((name) => `up: ${name}`)]);
    expect((await migrateFromSources(server.url, 'down')).stdout).toBe(`down: ${ALL.at(-1) ?? ''}\n`);
  });
});

describe('the migration command', () => {
  it('asks for DATABASE_URL', async () => {
    await expect(runBundle(undefined)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATABASE_URL is not set') as string,
    });
  });
  it('refuses what it does not know', async () => {
    await expect(runBundle('postgres://127.0.0.1:1/none', 'sideways')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sideways') as string,
    });
  });
  it('says that the database is away', async () => {
    await expect(runBundle('postgres://127.0.0.1:1/none')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not available') as string,
    });
  });
});

describe('databaseReady', () => {
  it('knows a database that is away', async () => {
    const db = createDatabase({ url: 'postgres://127.0.0.1:1/none' });
    expect(await databaseReady(db)).toMatchObject({ ready: false, reason: 'unavailable' });
    await db.destroy();
  });
});
