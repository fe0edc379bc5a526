import { sql } from 'kysely';
import { createDatabase, createIndexerDatabase, type Database, migrateIndexer, migrateToLatest } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { loadConfig } from '../../src/config/load-config.js';
import { doctorCommand } from '../../src/doctor/doctor-command.js';
import { startApi } from '../../src/start-api.js';

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
const migrateForIndexer = async (): Promise<void> => {
  const index = createIndexerDatabase({ url: server.url });
  await migrateIndexer(index);
  await index.destroy();
};

/** No Electrum server listens there, which hinders no start. */
const settings = () => ({
  DATABASE_URL: server.url,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: 'ws://127.0.0.1:9',
  LOG_LEVEL: 'silent',
  PORT: '0',
});
const start = () => startApi(loadConfig(settings()));

/** Runs the doctor. @returns its exit code and all that it says */
const examine = async () => {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const code = await doctorCommand(['--fix'], settings(), { print: say, complain: say });
  return { code, said: said.join('\n') };
};

/** Connections that an API has open. */
const connections = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'weir-api%'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

describe('start and doctor on a database of another app or version', () => {
  it.each([
    ['an empty one', () => Promise.resolve(), /an empty database: .* Run `npm run migrate`/],
    ["the indexer's", migrateForIndexer, /the indexer's database, version 1\.0: .* Set DATABASE_URL/],
    ['one with other tables', () => execute('CREATE TABLE orders (id int)'), /tables of something else \(orders\)/],
    [
      'an older version',
      () => migrateToLatest(db).then(() => execute("UPDATE weir_database SET version = '0.9'")),
      /version 0\.9: expected .* 1\.0\. Run `npm run migrate`/,
    ],
    [
      'a newer version',
      () => migrateToLatest(db).then(() => execute("UPDATE weir_database SET version = '2.0'")),
      /version 2\.0: expected .* 1\.0\. Run the version of Weir that migrated it/,
    ],
  ])('refuse %s before anything else is opened', async (_, prepare, message) => {
    await prepare();
    await expect(start()).rejects.toThrow(message);
    expect(await connections()).toBe(0);
    expect(await examine()).toEqual({ code: 2, said: expect.stringMatching(message) as string });
  });

  it('start, but do not examine, where a later version only added to it', async () => {
    await migrateToLatest(db);
    await execute("UPDATE weir_database SET version = '1.1'");
    const api = await start();
    try {
      expect(await (await fetch(`${api.url}/ready`)).json()).toMatchObject({ checks: { database: { ok: true } } });
      expect(await examine()).toEqual({ code: 2, said: expect.stringContaining('version 1.1') as string });
    } finally {
      await api.stop();
    }
  });
});

describe('the doctor', () => {
  it('names each Electrum server that it tried, and what it answered', async () => {
    await migrateToLatest(db);
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const env = { ...settings(), ELECTRUM_URLS: 'ws://127.0.0.1:9,ws://127.0.0.1:11', RATE_LIMT_MAX: '5' };
    expect(await doctorCommand([], env, { print: say, complain: say })).toBe(2);
    const [warning = '', failure = ''] = said;
    expect(warning).toBe('RATE_LIMT_MAX is not a setting and has no effect: did you mean RATE_LIMIT_MAX?');
    expect(failure).toMatch(
      /^Check failed: No Electrum server.*\n {2}ws:\/\/127\.0\.0\.1:9: .+\n {2}ws:\/\/127\.0\.0\.1:11: .+$/,
    );
  });
});

describe('/ready', () => {
  it('says that the database has become another one', async () => {
    await migrateToLatest(db);
    const api = await start();
    try {
      expect(await (await fetch(`${api.url}/ready`)).json()).toMatchObject({ checks: { database: { ok: true } } });
      await execute("UPDATE weir_database SET app = 'indexer'");
      await eventually(async () => {
        const ready = await fetch(`${api.url}/ready`);
        expect([ready.status, await ready.json()]).toMatchObject([
          503,
          { checks: { database: { ok: false, reason: expect.stringContaining("the indexer's database") as string } } },
        ]);
      });
    } finally {
      await api.stop();
    }
  });
});
