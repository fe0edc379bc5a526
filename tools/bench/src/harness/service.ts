import { binToHex } from '@bitauth/libauth';
import { sql } from 'kysely';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, startDevnet, type ChainNode, type DevnetOptions } from '@weir/devnet';
import { createDatabase, migrateToLatest, type Database } from '@weir/infra';
import { startPostgres, type PostgresServer } from '@weir/testing/postgres';
import { createWallet, type Wallet } from '@weir/wallet';
import { fromSources, startChildProgram, type ChildProgram } from './child-program.js';

const DAY = 86_400;
const MEDIAN_SPAN = 11;

/** Postgres with the API's schema and a devnet, with as many APIs and indexers as are started. */
export interface Service {
  readonly node: ChainNode;
  readonly electrumUrl: string;
  readonly postgres: PostgresServer;
  readonly db: Database;
  readonly postgresPid: number;
  /**
   * Starts the API or the indexer as operators do, in a separate process, with the watcher, webhooks and token names off and no
   * limits of rate. It ends with `stop` at the latest.
   *
   * @param isBuilt starts what `nx build` made, as production runs it: loaded from sources, every function costs more
   */
  start(
    settings?: Readonly<Record<string, string>>,
    options?: {
      readonly app?: 'api' | 'indexer';
      readonly isBuilt?: boolean;
      readonly onLine?: (line: string) => void;
    },
  ): Promise<ChildProgram>;
  /** Creates a wallet that sends to the node, with coins. */
  openWallet(...satoshis: readonly bigint[]): Wallet;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly node?: ChainNode;
  readonly limits?: DevnetOptions['limits'];
  /** Settings of Postgres, `name=value`. */
  readonly settings?: readonly string[];
  /** Folder that keeps the data of Postgres; by default it is temporary. */
  readonly dataDirectory?: string | undefined;
}

/** Creates a node whose time can pass for 400 days without being ahead of the clock. */
export const createLateNode = (): ChainNode => {
  const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * DAY });
  node.mine(MEDIAN_SPAN);
  return node;
};

/** Where BENCH_PROFILE names a folder, each app that is stopped leaves its processor profile there. */
const profiling = (): readonly string[] => {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`];
};

/** Starts Postgres, migrated, and a devnet. */
export const startService = async ({
  node = createLateNode(),
  limits,
  settings: postgresSettings,
  dataDirectory,
}: ServiceOptions = {}): Promise<Service> => {
  const [postgres, devnet] = await Promise.all([
    startPostgres({ dataDirectory, settings: postgresSettings }),
    startDevnet({ node, ...(limits !== undefined && { limits }) }),
  ]);
  const db = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
  await migrateToLatest(db);
  const { rows } = await sql<{ file: string }>`SELECT pg_read_file('postmaster.pid') AS file`.execute(db);
  const apps: ChildProgram[] = [];
  let wallets = 0;
  return {
    node,
    postgres,
    db,
    electrumUrl: devnet.url,
    postgresPid: Number(rows[0]?.file.split('\n')[0]),
    async start(settings = {}, { app = 'api', isBuilt = false, onLine } = {}) {
      const main = isBuilt ? [`apps/${app}/dist/main.js`] : fromSources(`apps/${app}/src/main.ts`);
      const environment = {
        DATABASE_URL: postgres.url,
        BCH_NETWORK: 'devnet',
        ELECTRUM_URLS: devnet.url,
        PORT: '0',
        RATE_LIMIT_MAX: '0',
        WATCHER: 'off',
        WEBHOOKS: 'off',
        TOKENS: 'off',
        // The log says where it listens.
        LOG_LEVEL: 'info',
        ...settings,
      };
      const child = await startChildProgram([...profiling(), ...main], environment, onLine);
      apps.push(child);
      return child;
    },
    openWallet(...satoshis) {
      wallets += 1;
      const wallet = createWallet({
        privateKey: `bench ${wallets}`,
        broadcast: (hex) => Promise.resolve(node.submit(hex)),
      });
      for (const coin of satoshis) node.fund(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), coin);
      return wallet;
    },
    async stop() {
      for (const app of apps) if (app.ending() === undefined) await app.end('SIGTERM');
      await db.destroy();
      await devnet.stop();
      await postgres.stop();
    },
  };
};
