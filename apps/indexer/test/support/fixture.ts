import type { FastifyInstance } from 'fastify';
import { createNode, startDevnet, type ChainNode, type Devnet } from '@weir/devnet';
import { createLogger } from '@weir/http';
import { createIndexerDatabase, migrateIndexer } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { buildApp } from '../../src/app.js';
import { compose } from '../../src/composition.js';
import { loadConfig } from '../../src/config/load-config.js';
import { DAY } from './stream.js';

/** Settings by which nothing gives up because the machine is busy: beyond all that a healthy call takes there. */
export const NO_LIMITS = { DATABASE_TIMEOUT: '600000', ELECTRUM_TIMEOUT: '60000', REQUEST_TIMEOUT: '600000' } as const;

/** An indexer with its own chain and database. */
export interface Fixture {
  readonly node: ChainNode;
  readonly devnet: Devnet;
  readonly database: TestDatabase;
  readonly settings: NodeJS.ProcessEnv;
  readonly app: FastifyInstance;
  /** Sends a GET request; returns status and body. */
  get(path: string): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  /** Waits until the chain is indexed up to its tip. */
  indexed(): Promise<void>;
  /** Starts another app over the same chain and database, with these settings. */
  replica(environment: NodeJS.ProcessEnv): Promise<FastifyInstance>;
  stop(): Promise<void>;
}

export const createMigrated = (): Promise<TestDatabase> =>
  createTestDatabase({
    name: 'indexer',
    async prepare(url) {
      const db = createIndexerDatabase({ url, statementTimeoutMs: 0 });
      await migrateIndexer(db);
      await db.destroy();
    },
  });

const startFixture = async (): Promise<Fixture> => {
  const database = await createMigrated();
  const node = createNode({ now: Math.floor(Date.now() / 1000) - 100 * DAY });
  const devnet = await startDevnet({ node });
  const settings = {
    DATABASE_URL: database.url,
    ...NO_LIMITS,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    RATE_LIMIT_MAX: '0',
    LOG_LEVEL: 'silent',
  };
  const stops: (() => Promise<unknown>)[] = [];
  const start = async (environment: NodeJS.ProcessEnv): Promise<FastifyInstance> => {
    const config = loadConfig({ ...settings, ...environment });
    const composition = await compose(config, createLogger('silent'));
    const app = await buildApp(composition.dependencies, config.http);
    stops.push(
      () => app.close(),
      () => composition.close(),
    );
    return app;
  };
  const app = await start({});
  const get: Fixture['get'] = async (path) => {
    const response = await app.inject({ method: 'GET', url: path });
    return { status: response.statusCode, body: response.json() };
  };
  return {
    node,
    devnet,
    database,
    settings,
    app,
    get,
    replica: start,
    async indexed() {
      await eventually(async () =>
        expect((await get('/indexer/status')).body).toMatchObject({ blockHash: node.tip.hash }),
      );
    },
    async stop() {
      for (const stop of stops) await stop();
      await devnet.stop();
      await database.drop();
    },
  };
};

/** A fixture that starts before the tests of a file and stops after them; it is filled before the first one. */
export const useFixture = (): Fixture => {
  const fixture = {} as Fixture;
  beforeAll(async () => void Object.assign(fixture, await startFixture()));
  afterAll(() => fixture.stop());
  return fixture;
};
