import type { FastifyBaseLogger } from 'fastify';
import { shareWork, type Composition as ServiceComposition } from '@weir/http';
import {
  createAuthRepository,
  createCalendarsRepository,
  createChainClock,
  createChainReader,
  createDatabase,
  createElectrumPool,
  createExplorerRepository,
  createFinalityRepository,
  createIdempotencyRepository,
  createListChanges,
  createMailSubscriptionsRepository,
  createOracleArchive,
  createActivityRepository,
  createLedgerRepository,
  createPortfolioRepository,
  createPublishedEventsRepository,
  createRateLimitCounter,
  createSearchRepository,
  createTokensRepository,
  createTransactionNotes,
  createWebhooksRepository,
  databaseReady,
  genesisHashOf,
  listenToOutbox,
  PoolMetrics,
  readBacklog,
  RefusedWrites,
} from '@weir/infra';
import {
  createAuthService,
  createCalendarService,
  createEventsService,
  createEventTail,
  createIdempotencyService,
  createMailboxes,
  createMailService,
  createPriceSource,
  createCurrencyService,
  createRecordContext,
  type CurrencyContext,
  createTokenRequests,
  createTokensService,
  createTransactionsService,
  createViewStamp,
  createWebhooksService,
  readChainNow,
} from '@weir/services';
import type { AppDependencies } from './app.js';
import { createSharedSecret } from './auth/auth.routes.js';
import type { Config } from './config/config.js';
import { createIndexerClient } from './indexer/indexer-client.js';
import { readOracleReadings } from './metrics/oracle-readings.js';
import { createServiceMetrics, createTokenMetrics } from './metrics/service-metrics.js';
import { createReadiness } from './process/readiness.js';
import { startWorkers } from './process/workers.js';
import { createRecordServices, createStandbyReading, type RecordContexts } from './standbys/record-services.js';
import { createEventPresenter, withTokenNames } from './tokens/token-names.plugin.js';

/** Shortest interval between two counts of the backlogs by one replica, milliseconds. */
const BACKLOG_MS = 10_000;

export type Composition = ServiceComposition<AppDependencies>;

/** Connections for readiness and for the counting of requests, each of which has one statement running at most. */
const PROMPT_CONNECTIONS = 2;

/** Time limit for the statement that sorts an export's lines, milliseconds. */
const EXPORT_STATEMENT_MS = 60_000;

/** The clock by which nonces and bearers expire. */
const wallClock = (): number => Math.floor(Date.now() / 1000);

/**
 * Wires database, chain, use cases and watchers. Starts whether or not the servers can be reached; `/ready` reports
 * that.
 */
export const compose = async (config: Config, logger: FastifyBaseLogger): Promise<Composition> => {
  const { databaseUrl, databaseTimeoutMs, electrumUrls, electrumTimeoutMs, minConfirmations, maxTipAgeSeconds } =
    config;
  const { network, auth, rateLimit } = config.http;
  const refusedWrites = new RefusedWrites();
  const poolMetrics = new PoolMetrics();
  const database = createDatabase({
    url: databaseUrl,
    applicationName: 'weir-api',
    connectionTimeoutMs: databaseTimeoutMs,
    statementTimeoutMs: 2 * databaseTimeoutMs,
    refusedWrites,
    poolMetrics,
    onConnectionLost: (error) => logger.warn({ err: error }, 'Database connection lost'),
  });
  // A small pool of their own for what every request and every balancer waits for, however busy the other one is.
  const promptDatabase = createDatabase({
    url: databaseUrl,
    applicationName: 'weir-api-prompt',
    maxConnections: PROMPT_CONNECTIONS,
    refusedWrites,
    onConnectionLost: (error) => logger.warn({ err: error }, 'Database connection lost'),
  });
  // A pool of its own: exports run long statements and hold connections while the client reads.
  const exportsOptions = {
    applicationName: 'weir-api-exports',
    maxConnections: config.http.exports.atOnce,
    connectionTimeoutMs: databaseTimeoutMs,
    statementTimeoutMs: EXPORT_STATEMENT_MS,
  };
  const exportsDatabase = createDatabase({
    ...exportsOptions,
    url: databaseUrl,
    onConnectionLost: (error) => logger.warn({ err: error }, 'Database connection lost'),
  });
  const pool = await createElectrumPool({
    urls: electrumUrls,
    timeoutMs: electrumTimeoutMs,
    genesisHash: genesisHashOf(network),
    log: logger,
  });
  const notes = createTransactionNotes(database, (error) =>
    logger.warn(
      { err: error },
      'Recording a sent transaction failed: servers may list its spent coins as unspent for some seconds',
    ),
  );
  const clock = createChainClock(network);
  const { now } = clock;
  const chain = createChainReader(pool, { clock, notes, maxFeeRate: config.maxFeeRate });
  const nonces = createAuthRepository(database);
  const { retention } = config;
  const records = createRecordContext({ database, chain, network, minConfirmations, retention, now });
  const currency: CurrencyContext = {
    chain,
    network,
    minConfirmations,
    retention,
    now,
    vaults: records.vaults,
    currencyPayments: records.currencyPayments,
    archive: createOracleArchive(database),
    oracles: config.oracles,
  };
  const idempotencyKeys = createIdempotencyRepository(database);
  const tokensRepository = createTokensRepository(database);
  const learns = config.tokens.mode !== 'off';
  const tokenRequests = learns ? createTokenRequests(tokensRepository, logger) : undefined;
  const tokens = createTokensService({ tokens: tokensRepository, tokenRequests, log: logger, now: wallClock });
  const tokenMetrics = createTokenMetrics(() => tokensRepository.oldestAge());
  const events = withTokenNames(createPublishedEventsRepository(database), tokens);
  const presentEvent = createEventPresenter(tokens);
  const tail = createEventTail({
    events,
    listen: (onWakeUp) => listenToOutbox({ url: databaseUrl, onWakeUp }),
    log: logger,
  });
  const eventIdSecret = createSharedSecret('event-ids', undefined, nonces);
  const mailboxes = config.mail && createMailboxes(config.mail.secret);
  const portfolio = createPortfolioRepository(database);
  const workers = startWorkers(config, {
    database,
    chain,
    events,
    logger,
    now,
    presentEvent,
    eventIdSecret,
    wallClock,
    tokenMetrics,
    portfolio,
    mailboxes,
    tokens: tokensRepository,
    keys: idempotencyKeys,
    records,
    currency,
  });

  const price = config.price && createPriceSource({ ...config.price, log: logger, now: wallClock });
  const listChanges = createListChanges(database);
  const recordContexts: RecordContexts = {
    records,
    explorer: createExplorerRepository(database, listChanges),
    portfolio,
    archive: currency.archive,
    search: createSearchRepository(database),
    exports: createLedgerRepository(exportsDatabase),
    activity: createActivityRepository(database),
  };
  const recordServices = createRecordServices(recordContexts);
  const standbyReading = createStandbyReading({
    ...config.reads,
    database,
    services: recordServices,
    contexts: recordContexts,
    exports: exportsOptions,
    logger,
  });

  const watcherCheck = (name: 'stream' | 'campaign' | 'vault') => {
    const { isLeader, lastRoundAt } = workers[name]?.status() ?? { isLeader: false, lastRoundAt: null };
    return { mode: config.watcher, isLeader, lastRoundAt };
  };
  const backlog = shareWork(
    async () => readBacklog(database, (await chain.tip().catch(() => ({ height: 0 }))).height),
    BACKLOG_MS,
  );
  const promptFinality = createFinalityRepository(promptDatabase);
  const oracleArchive = createOracleArchive(promptDatabase);
  const oracles =
    config.oracles.length === 0
      ? undefined
      : shareWork(() => readOracleReadings(oracleArchive, config.oracles, now), BACKLOG_MS);
  const readiness = createReadiness({
    databaseProblem: async () => {
      const report = await databaseReady(promptDatabase);
      return report.ready ? undefined : report.message;
    },
    writesRefused: () => refusedWrites.reason,
    standbys: standbyReading?.standbys,
    tip: () => chain.tip(),
    finality: () => promptFinality.read(),
    oracles,
    watcher: () => watcherCheck('stream'),
    campaignWatcher: () => watcherCheck('campaign'),
    vaultWatcher: () => watcherCheck('vault'),
    maxTipAgeSeconds,
    now,
  });

  return {
    dependencies: {
      ...(standbyReading?.services ?? recordServices),
      currency: createCurrencyService(currency),
      tokens,
      tokenMetrics,
      metrics: createServiceMetrics({
        watchers: {
          stream: () => workers.stream?.status(),
          campaign: () => workers.campaign?.status(),
          vault: () => workers.vault?.status(),
        },
        actions: () => workers.stream?.status(),
        finality: () => workers.finality?.status(),
        servers: () => pool.status(),
        tip: () => chain.tip(),
        pool: () => poolMetrics.read(),
        reading: standbyReading,
        backlog,
        oracles,
        now: wallClock,
      }),
      presentEvent,
      transactions: createTransactionsService(records),
      idempotency: createIdempotencyService({ keys: idempotencyKeys, quota: config.idempotencyKeys }),
      webhooks: createWebhooksService({
        webhooks: createWebhooksRepository(database),
        events,
        network,
        quota: { perCaller: config.webhooksPerCaller, perNetwork: config.webhooksPerNetwork },
        allowPrivate: config.webhooks === 'local',
        now,
      }),
      calendar: createCalendarService({
        ...records,
        portfolio: recordContexts.portfolio,
        calendars: createCalendarsRepository(database),
      }),
      mail: createMailService({
        subscriptions: createMailSubscriptionsRepository(database),
        quota: config.mailRequests,
        now: wallClock,
        events,
        mailboxes,
        channels: new Map((config.mail?.channels ?? []).map((channel) => [channel.name, channel] as const)),
        network,
      }),
      channels: config.mail?.channels.map(({ name }) => name) ?? [],
      price,
      events: createEventsService({
        events,
        records: createSearchRepository(database),
        tail,
        network,
        idSecret: eventIdSecret,
        keptSeconds: config.eventsSeconds,
      }),
      auth: createAuthService({ nonces, network, domain: auth.domain, now: wallClock }),
      bearerSecret: createSharedSecret('bearer', auth.secret, nonces),
      rateLimitCounter:
        rateLimit.store === 'postgres' ? createRateLimitCounter(promptDatabase, rateLimit.windowMs) : undefined,
      indexer: config.indexerUrl === undefined ? undefined : createIndexerClient({ baseUrl: config.indexerUrl }),
      viewStamp: createViewStamp(records, (topics) => listChanges.nameOf(topics)),
      readiness,
      chainNow: () => readChainNow(records),
      watches: config.watcher === 'protect',
      logger,
      now: wallClock,
    },
    close: async () => {
      await Promise.all([
        ...Object.values(workers).map((worker) => worker?.stop()),
        tokenRequests?.settled(),
        tail.stop(),
        price?.stop(),
      ]);
      await Promise.allSettled([
        pool.close(),
        database.destroy(),
        promptDatabase.destroy(),
        exportsDatabase.destroy(),
        standbyReading?.close(),
      ]);
    },
  };
};
