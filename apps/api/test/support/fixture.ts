import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import type { ReadyResponse } from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import {
  createNode,
  type Devnet,
  DevnetControl,
  type NodeBlock,
  type NodeOptions,
  passTime,
  startDevnet,
} from '@weir/devnet';
import { createLogger } from '@weir/http';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { createTestDatabase, type Preparation } from '@weir/testing/postgres';
import { createWallet, type Wallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import { compose } from '../../src/composition.js';
import type { Config, HttpConfig } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load-config.js';
import { Client } from './client.js';

const DAY = 86_400;
/** Initial lag of the devnet's clock, so that tests can let time pass. */
const HEAD_START = 400 * DAY;
/** Blocks after which the median time has caught up with the clock. */
const MEDIAN_SPAN = 11;

/** The whole service with its own chain and database. */
export interface Fixture {
  readonly devnet: Devnet;
  /** Makes the Electrum server misbehave. */
  readonly control: DevnetControl;
  readonly config: Config;
  /** A client that names no caller. */
  readonly client: Client;
  /** Creates a wallet with these coins, each an output with index 0. */
  wallet(...satoshis: readonly bigint[]): Wallet;
  /** Pays a wallet one more coin. */
  fund(wallet: Wallet, satoshis: bigint): void;
  /** The chain's median time, Unix seconds. */
  time(): number;
  /** Mines blocks, and waits until the app has heard of them. */
  mine(count?: number): Promise<readonly NodeBlock[]>;
  /** Advances time on the chain, so that what falls due within it is due, and waits until the app knows. */
  advance(seconds: number): Promise<void>;
  /** Starts a listening {@link replica}. @returns its URL, `http://127.0.0.1:port` */
  listen(environment?: NodeJS.ProcessEnv, http?: Partial<HttpConfig>): Promise<string>;
  /** Starts another app over the same database and chain: a second replica, or with other settings. */
  replica(environment?: NodeJS.ProcessEnv, http?: Partial<HttpConfig>): Promise<Client>;
  /** Like {@link listen}, with a function that stops only this app. */
  stoppable(): Promise<{ readonly origin: string; readonly close: () => Promise<unknown> }>;
  stop(): Promise<void>;
}

/** A database with the schema, for tests that need one more. */
export const migrated: Preparation = {
  name: 'api',
  async prepare(url) {
    const db = createDatabase({ url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await db.destroy();
  },
};

/**
 * Starts a migrated database, a devnet and the app.
 *
 * @param environment adds to the settings
 * @param chain whether its clock stops except for `advance`
 */
export const startFixture = async (
  environment: NodeJS.ProcessEnv = {},
  chain: Pick<NodeOptions, 'clockStopped'> = {},
): Promise<Fixture> => {
  const database = await createTestDatabase(migrated);
  const node = createNode({ now: Math.floor(Date.now() / 1000) - HEAD_START, ...chain });
  // From here on the median time follows the clock.
  node.mine(MEDIAN_SPAN);
  const devnet = await startDevnet({ node });
  const control = await DevnetControl.connect(devnet.url);

  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    ...NO_LIMITS,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    WATCHER: 'off',
    TOKENS: 'off',
    WEBHOOKS: 'off',
    RATE_LIMIT_MAX: '0',
    LOG_LEVEL: 'silent',
  };
  const stops: (() => Promise<void>)[] = [];
  const start = async (changes: NodeJS.ProcessEnv, http: Partial<HttpConfig> = {}) => {
    const config = loadConfig({ ...settings, ...changes });
    const composition = await compose(config, createLogger(config.http.logLevel));
    const app = await buildApp(composition.dependencies, { ...config.http, ...http });
    stops.push(async () => {
      await app.close();
      await composition.close();
    });
    return { app, config, client: new Client(app) };
  };
  const { config, client } = await start(environment);

  const hasHeard = async (): Promise<boolean> => {
    const { body } = await client.get<ReadyResponse>('/ready');
    return body.checks.electrum.height === node.tip.height;
  };
  const untilHeard = async (): Promise<void> => {
    while (!(await hasHeard())) await sleep(5);
  };
  const mine = async (count = 1): Promise<readonly NodeBlock[]> => {
    const blocks = node.mine(count);
    await untilHeard();
    return blocks;
  };

  let wallets = 0;
  const fund = (wallet: Wallet, satoshis: bigint) =>
    void node.fund(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), satoshis);
  return {
    devnet,
    control,
    config,
    client,
    wallet(...coins) {
      wallets += 1;
      const wallet = createWallet({
        privateKey: `wallet ${wallets}`,
        broadcast: (hex) => Promise.resolve(node.submit(hex)),
      });
      for (const satoshis of coins) fund(wallet, satoshis);
      return wallet;
    },
    fund,
    time: () => node.tip.medianTimePast,
    mine,
    async advance(seconds) {
      passTime(node, seconds);
      await untilHeard();
    },
    replica: async (changes = {}, http) => (await start(changes, http)).client,
    listen: async (changes = {}, http) => (await start(changes, http)).app.listen({ host: '127.0.0.1', port: 0 }),
    async stoppable() {
      const { app } = await start({});
      return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
    },
    async stop() {
      for (const stop of stops.toReversed()) await stop();
      await control.close();
      await devnet.stop();
      await database.drop();
    },
  };
};

/** A fixture that starts before the tests of a file and stops after them; what it returns is filled before the first one. */
export const useFixture = (...options: Parameters<typeof startFixture>): Fixture => {
  const fixture = {} as Fixture;
  beforeAll(async () => void Object.assign(fixture, await startFixture(...options)));
  afterAll(() => fixture.stop());
  return fixture;
};

/** Settings by which nothing gives up because the machine is busy: beyond all that a healthy call takes there. */
export const NO_LIMITS = { DATABASE_TIMEOUT: '600000', ELECTRUM_TIMEOUT: '60000', REQUEST_TIMEOUT: '600000' } as const;
