import { randomBytes } from 'node:crypto';
import type { PostgresServer } from './running-server.js';
import { ask, openSession } from './session.js';
import { startPostgres } from './start-postgres.js';

export interface TestDatabase {
  readonly url: string;
  /** Ends every session on it and removes it. May be called twice. */
  readonly drop: () => Promise<void>;
}

/** The initial contents of databases, the same for all with this name. */
export interface Preparation {
  /** One lower-case word. */
  readonly name: string;
  /** Fills an empty database, and leaves no connection to it open. */
  readonly prepare: (url: string) => Promise<void>;
}

let embedded: Promise<PostgresServer> | undefined;
let embeddedUsers = 0;

/**
 * Creates a uniquely named database, empty or with what a preparation puts there: on the server of DATABASE_URL if that
 * is set (its user needs CREATEDB), else on the server that Jest's global setup has started for all files, else on an
 * embedded server shared by the databases of this test file. The latter stops with the last `drop`, so create the
 * database in `beforeAll` and drop it in `afterAll`.
 *
 * On Jest's server a preparation runs once for all files and is copied.
 *
 * @example
 * let database: TestDatabase;
 * beforeAll(async () => { database = await createTestDatabase(); });
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(preparation?: Preparation): Promise<TestDatabase> {
  const server = await acquireServer();
  const name = `weir_test_${randomBytes(8).toString('hex')}`;
  try {
    await create(server, name, preparation);
  } catch (error) {
    await server.release();
    throw error;
  }
  const drop = async (): Promise<void> => {
    try {
      await ask(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } finally {
      await server.release();
    }
  };
  let dropping: Promise<void> | undefined;
  return { url: withDatabase(server.url, name), drop: () => (dropping ??= drop()) };
}

interface Server {
  readonly url: string;
  /** Started for this run and gone after it: a template cannot be of another version of the sources. */
  readonly ofThisRun: boolean;
  readonly release: () => Promise<void>;
}

async function create(server: Server, name: string, preparation: Preparation | undefined): Promise<void> {
  if (preparation !== undefined && server.ofThisRun) {
    const template = await templateOf(server.url, preparation);
    // Copied by the system, file by file: by way of the log, each page would be written twice.
    await ask(server.url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    return;
  }
  await ask(server.url, `CREATE DATABASE ${name}`);
  await preparation?.prepare(withDatabase(server.url, name));
}

/** Returns the prepared database that others are copied from. The first caller creates it while others wait. */
async function templateOf(url: string, { name, prepare }: Preparation): Promise<string> {
  const template = `weir_template_${name}`;
  const session = await openSession(url);
  try {
    await session.query(`SELECT pg_advisory_lock(hashtext('${template}'))`);
    const known = await session.query(`SELECT FROM pg_database WHERE datname = '${template}'`);
    if (known.length > 0) return template;
    // Renamed only when complete, so that a failed preparation leaves no template.
    const draft = `${template}_draft`;
    await session.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await session.query(`CREATE DATABASE ${draft}`);
    await prepare(withDatabase(url, draft));
    await session.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  } finally {
    await session.close();
  }
  return template;
}

async function acquireServer(): Promise<Server> {
  const release = () => Promise.resolve();
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, ofThisRun: false, release };
  // The server started by ../jest/start.js serves all files of a project.
  const started = process.env['WEIR_TEST_POSTGRES'];
  if (started !== undefined && started !== '') return { url: started, ofThisRun: true, release };
  embeddedUsers += 1;
  const server = (embedded ??= startPostgres());
  try {
    return { url: (await server).url, ofThisRun: true, release: releaseEmbedded };
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
