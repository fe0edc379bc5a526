import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres, type PostgresServer } from './start-postgres.js';

/** An empty database of one's own. */
export interface TestDatabase {
  readonly url: string;
  /** Ends every session on it and removes it. May be called twice. */
  readonly drop: () => Promise<void>;
}

let embedded: Promise<PostgresServer> | undefined;
let embeddedUsers = 0;

/**
 * Makes an empty, uniquely named database: on the server of DATABASE_URL when that is set (its user needs
 * CREATEDB), else on the server that Jest's global setup has started for all files, else on an embedded server which all
 * databases of this test file share. That one stops with the last `drop`, so make the database in `beforeAll` and drop it in `afterAll`.
 *
 * @example
 * let database: TestDatabase;
 * beforeAll(async () => { database = await createTestDatabase(); });
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await acquireServer();
  const name = `weir_test_${randomBytes(8).toString('hex')}`;
  try {
    await execute(server.url, `CREATE DATABASE ${name}`);
  } catch (error) {
    await server.release();
    throw error;
  }
  let dropping: Promise<void> | undefined;
  return {
    url: withDatabase(server.url, name),
    drop: () =>
      (dropping ??= execute(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).finally(() =>
        server.release(),
      )),
  };
}

async function acquireServer(): Promise<{ url: string; release: () => Promise<void> }> {
  // What ../jest/start.js has started serves all files of a project.
  const given = process.env['DATABASE_URL'] || process.env['WEIR_TEST_POSTGRES'];
  if (given !== undefined && given !== '') return { url: given, release: () => Promise.resolve() };
  embeddedUsers += 1;
  const server = (embedded ??= startPostgres());
  try {
    return { url: (await server).url, release: releaseEmbedded };
  } catch (error) {
    embeddedUsers -= 1;
    embedded = undefined;
    throw error;
  }
}

async function releaseEmbedded(): Promise<void> {
  embeddedUsers -= 1;
  if (embeddedUsers > 0) return;
  const last = embedded;
  embedded = undefined;
  await (await last)?.stop();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
