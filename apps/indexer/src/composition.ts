import type { FastifyBaseLogger } from 'fastify';
import {
  findDatabaseProblem,
  type RunningService,
  type Composition as ServiceComposition,
  startService,
} from '@weir/http';
import {
  type ContractWatcher,
  type ContractWatcherStatus,
  createContractWatcher,
  createIndexer,
  createKnownSupplies,
} from '@weir/indexing';
import {
  apiDatabase,
  createApiRecordsReader,
  createChainClock,
  createChainReader,
  createDatabase,
  createElectrumPool,
  createIndexerDatabase,
  createIndexReader,
  createSyncRepository,
  genesisHashOf,
  indexerDatabase,
  indexerDatabaseReady,
  PoolMetrics,
  RefusedWrites,
} from '@weir/infra';
import { type AppDependencies, buildApp, DESCRIPTION } from './app.js';
import type { Config } from './config/load-config.js';
import { createIndexerQueries } from './indexer/indexer-queries.js';
import { createReadiness, registerMetrics } from './process/process.js';

export type Composition = ServiceComposition<AppDependencies>;

/** Time limit of a statement, milliseconds: a round with thousands of events is one transaction of a few statements. */
const STATEMENT_TIMEOUT_MS = 60_000;
const RESTING: ContractWatcherStatus = { isLeader: false, lastRoundAt: null, lastAction: null };

/** Opens the API's database to read from, where one is configured. */
const openApiRecords = (url: string | undefined, logger: FastifyBaseLogger) => {
  if (url === undefined) return { records: undefined, close: () => Promise.resolve() };
  const onConnectionLost = (error: Error): void => logger.warn({ err: error }, "Connection to the API's database lost");
  const db = createDatabase({
    url,
    applicationName: 'weir-indexer',
    maxConnections: 3,
    connectionTimeoutMs: 1_000,
    statementTimeoutMs: 2_000,
    onConnectionLost,
  });
  return { records: createApiRecordsReader(db), close: () => db.destroy() };
};

/**
 * Wires database, chain, indexing and watcher. Starts whether or not the servers can be reached; `/ready` reports that.
 */
export const compose = async (config: Config, logger: FastifyBaseLogger): Promise<Composition> => {
  const {
    databaseUrl,
    databaseTimeoutMs,
    electrumUrls,
    electrumTimeoutMs,
    confirmations,
    startHeight,
    maxTipAgeSeconds,
    http,
  } = config;
  const { network } = http;
  const onConnectionLost = (error: Error): void => logger.warn({ err: error }, 'Database connection lost');
  const refusedWrites = new RefusedWrites();
  const poolMetrics = new PoolMetrics();
  const database = createIndexerDatabase({
    url: databaseUrl,
    applicationName: 'weir-indexer',
    connectionTimeoutMs: databaseTimeoutMs,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    refusedWrites,
    poolMetrics,
    onConnectionLost,
  });
  const api = openApiRecords(config.apiDatabaseUrl, logger);
  const pool = await createElectrumPool({
    urls: electrumUrls,
    timeoutMs: electrumTimeoutMs,
    genesisHash: genesisHashOf(network),
    log: logger,
  });
  const clock = createChainClock(network);
  const { now } = clock;
  const chain = createChainReader(pool, { clock, maxFeeRate: config.maxFeeRate });
  const reader = createIndexReader(database);
  const indexer = createIndexer({
    context: { chain, sync: createSyncRepository(database), network, confirmations, now },
    databaseUrl,
    startHeight,
    log: logger,
  });
  const watcher: ContractWatcher | undefined =
    config.watcher === 'protect'
      ? createContractWatcher({ reader, chain, network, confirmations, databaseUrl, now, log: logger })
      : undefined;
  const watching = (): ContractWatcherStatus => watcher?.status() ?? RESTING;
  const writer = () => indexer.status();
  const tip = () => chain.tip();

  const supplies = createKnownSupplies({ reader, now });
  const queries = createIndexerQueries({
    reader,
    supplies,
    apiRecords: api.records,
    network,
    writer,
    now,
    tipHeight: async () => (await tip()).height,
  });
  const readiness = createReadiness({
    databaseProblem: async () => {
      const report = await indexerDatabaseReady(database);
      return report.ready ? undefined : report.message;
    },
    writesRefused: () => refusedWrites.reason,
    tip,
    writer,
    maxTipAgeSeconds,
    now,
    index: () => reader.status(),
    watcher: () => ({ mode: config.watcher, ...watching() }),
  });
  return {
    dependencies: {
      queries,
      readiness,
      logger,
      registerMetrics: registerMetrics({
        writer,
        tip,
        now,
        watcher: watching,
        supplies: () => supplies.size(),
        pool: () => poolMetrics.read(),
        servers: () => pool.status(),
      }),
    },
    close: async () => {
      await Promise.all([watcher?.stop(), indexer.stop()]);
      await Promise.allSettled([pool.close(), database.destroy(), api.close()]);
    },
  };
};

export type RunningIndexer = RunningService;

const findStartProblem = async (
  { databaseUrl, apiDatabaseUrl }: Config,
  logger: FastifyBaseLogger,
): Promise<string | undefined> => {
  const own = await findDatabaseProblem(
    { setting: 'DATABASE_URL', url: databaseUrl, kind: indexerDatabase, tolerated: ['newer-compatible'] },
    logger,
  );
  if (own !== undefined || apiDatabaseUrl === undefined) return own;
  // The API may be migrated after the indexer has started: until then rows have no `apiStatus`.
  const tolerated = ['newer-compatible', 'older', 'empty'] as const;
  return findDatabaseProblem(
    { setting: 'API_DATABASE_URL', url: apiDatabaseUrl, kind: apiDatabase, tolerated },
    logger,
  );
};

/**
 * Starts the indexer in this process. Its database must have been migrated (`migrateIndexer`).
 *
 * @example
 * const indexer = await startIndexer(loadConfig({ DATABASE_URL: url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' }));
 */
export const startIndexer = (config: Config): Promise<RunningIndexer> =>
  startService(config, {
    service: { name: 'weir-indexer', version: DESCRIPTION.version },
    findStartProblem,
    compose,
    buildApp: (dependencies) => buildApp(dependencies, config.http),
  });
