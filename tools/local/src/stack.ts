import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Environment, loadConfig, startApi } from '@weir/api';
import { type BlockSummary, type ChainNode, DevnetControl, startDevnet, startOracle } from '@weir/devnet';
import { loadConfig as loadIndexerConfig, startIndexer } from '@weir/indexer';
import {
  createDatabase,
  createIndexerDatabase,
  migrateIndexer,
  migrateToLatest,
  WrongDatabaseError,
} from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { takeDataDirectory } from './data-directory.js';
import { startDevKit } from './dev-kit/start-dev-kit.js';
import { localPriceAt } from './local-price.js';
import { UsageError } from './usage-error.js';

/** What is needed of what an API says of itself. */
interface Info {
  readonly chain: Pick<BlockSummary, 'height' | 'hash'> | null;
}

const PAUSE_MS = 10;
/** A service that has not heard of a block by then is not going to: its servers are made to fail. */
const PATIENCE_MS = 10_000;

/** Waits until an API has heard of a tip, or of a later one. Returns at once where it cannot be reached or reads no chain. */
const untilHeard = async (apiUrl: string, { height, hash }: Pick<BlockSummary, 'height' | 'hash'>): Promise<void> => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    while (!signal.aborted) {
      const answer = await fetch(`${apiUrl}/api/info`, { signal });
      const { chain } = (await answer.json()) as Info;
      if (chain === null || chain.height > height || chain.hash === hash) return;
      await sleep(PAUSE_MS);
    }
  } catch {
    // Mining must not fail; an API that is down reads them when it is back.
  }
};

/** Creates a database on the server of another one, unless it exists. @returns its URL */
const ensureDatabase = async (beside: string, name: string): Promise<string> => {
  const db = createDatabase({ url: beside, maxConnections: 1 });
  try {
    const { rows } = await sql`SELECT FROM pg_database WHERE datname = ${name}`.execute(db);
    if (rows.length === 0) await sql`CREATE DATABASE ${sql.id(name)}`.execute(db);
  } finally {
    await db.destroy();
  }
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
};

/** Connection strings of both services' databases. */
export interface StackDatabases {
  readonly api: string;
  readonly indexer: string;
}

export interface StackOptions {
  /** Directory that keeps database and chain; without it they are temporary. */
  readonly directory?: string | undefined;
  /** Databases to use; by default those of an embedded Postgres. */
  readonly databases?: StackDatabases | undefined;
  /** Whether to delete the directory's data first. */
  readonly fresh?: boolean;
  /** A chain to use; by default the stored one, else a new one. */
  readonly node?: ChainNode;
  readonly apiPort?: number;
  readonly indexerPort?: number;
  readonly electrumPort?: number;
  readonly devKitPort?: number;
  readonly logLevel?: string;
  /** Directory of the console's files, or a promise of it; without it the API serves none. */
  readonly consoleDirectory?: string | Promise<string> | undefined;
  /** Returns the price that the local oracle signs, cents of one BCH; undefined where it is silent. @param time Unix seconds */
  readonly priceAt?: (time: bigint) => bigint | undefined;
  /** Further environment variables of the API. */
  readonly apiSettings?: Readonly<Record<string, string>>;
}

/** The whole service on one machine, in one process tree. */
export interface LocalStack {
  readonly apiUrl: string;
  readonly indexerUrl: string;
  /** `ws://…`, for Electrum clients and for the devnet's control calls. */
  readonly electrumUrl: string;
  readonly databaseUrl: string;
  /** Faucet, mint, blocks and time over HTTP. */
  readonly devKitUrl: string;
  /** The relay of the local oracle, which signs prices in USD. */
  readonly oracleUrl: string;
  /** Its calls that make blocks return when the API has heard of them. */
  readonly control: DevnetControl;
  stop(): Promise<void>;
}

/** Collects how to stop what was started; runs it in reverse order. */
const createStops = () => {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    add: (stop: () => Promise<unknown>) => stops.push(stop),
    async run() {
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
};

/** Migrates both databases to this version. @param directory where their data is kept */
const migrateAll = async (databases: StackDatabases, directory: string | undefined): Promise<void> => {
  const api = createDatabase({ url: databases.api });
  const indexer = createIndexerDatabase({ url: databases.indexer });
  try {
    await migrateToLatest(api);
    await migrateIndexer(indexer);
  } catch (error) {
    if (!(error instanceof WrongDatabaseError) || directory === undefined) throw error;
    throw new UsageError(
      `The data in ${resolve(directory)} is of another version of Weir. Keep it and name another directory (--data), or delete it and begin again (--fresh). ${error.message}`,
      { cause: error },
    );
  } finally {
    await Promise.all([api.destroy(), indexer.destroy()]);
  }
};

/**
 * Starts Postgres, the devnet, a local oracle, the migrations, the indexer and the API. If a later part fails, everything started
 * before is stopped.
 */
export const startStack = async ({
  directory,
  databases: given,
  fresh = false,
  node,
  apiPort = 0,
  indexerPort = 0,
  electrumPort = 0,
  devKitPort = 0,
  logLevel = 'warn',
  consoleDirectory,
  priceAt = localPriceAt,
  apiSettings = {},
}: StackOptions): Promise<LocalStack> => {
  for (const name of Object.keys(apiSettings))
    if (!(name in Environment.properties))
      throw new UsageError(`The API has no setting ${name}: docs/operations.md lists them`);
  if (directory !== undefined) await takeDataDirectory(directory, fresh);
  const inDirectory = (name: string) => (directory === undefined ? undefined : join(directory, name));
  const stops = createStops();
  try {
    const startDatabases = async (): Promise<StackDatabases> => {
      const postgres = await startPostgres({ dataDirectory: inDirectory('postgres'), fresh });
      stops.add(() => postgres.stop());
      return { api: postgres.url, indexer: await ensureDatabase(postgres.url, 'weir_indexer') };
    };
    const databases = given ?? (await startDatabases());
    const devnet = await startDevnet({
      data: inDirectory('devnet'),
      wsPort: electrumPort,
      ...(node !== undefined && { node }),
    });
    stops.add(() => devnet.stop());
    const control = await DevnetControl.connect(devnet.url);
    stops.add(() => control.close());
    // The service asks by the later of the two clocks: a chain may begin in the past.
    const now = (): bigint => BigInt(Math.max(devnet.node.now(), Math.floor(Date.now() / 1_000)));
    const oracle = await startOracle({ priceAt, now });
    stops.add(() => oracle.stop());
    let apiUrl = '';
    const devKit = await startDevKit({
      control,
      apiUrl: () => apiUrl,
      port: devKitPort,
      logLevel,
      registryDirectory: inDirectory('registries'),
    });
    stops.add(() => devKit.stop());
    await migrateAll(databases, directory);
    const settings = { BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, LOG_LEVEL: logLevel, RATE_LIMIT_MAX: '0' };
    const indexer = await startIndexer(
      loadIndexerConfig({
        ...settings,
        DATABASE_URL: databases.indexer,
        API_DATABASE_URL: databases.api,
        PORT: `${indexerPort}`,
      }),
    );
    stops.add(() => indexer.stop());
    const directoryOfConsole = await consoleDirectory;
    const api = await startApi(
      loadConfig({
        ...settings,
        DATABASE_URL: databases.api,
        INDEXER_URL: indexer.url,
        // Registries of tokens created here are served by this machine.
        TOKENS: 'local',
        ORACLES: `USD:2:${oracle.publicKey}@${oracle.url}`,
        PORT: `${apiPort}`,
        ...(directoryOfConsole !== undefined && {
          CONSOLE: 'on',
          CONSOLE_DIRECTORY: directoryOfConsole,
          CONSOLE_DEV_KIT_URL: `${devKit.url}/dev`,
        }),
        ...apiSettings,
      }),
    );
    apiUrl = api.url;
    stops.add(() => api.stop());
    control.waitAfterBlocks((tip) => untilHeard(api.url, tip));
    return {
      apiUrl: api.url,
      indexerUrl: indexer.url,
      electrumUrl: devnet.url,
      databaseUrl: databases.api,
      devKitUrl: devKit.url,
      oracleUrl: oracle.url,
      control,
      stop: () => stops.run(),
    };
  } catch (error) {
    await stops.run();
    throw error;
  }
};
