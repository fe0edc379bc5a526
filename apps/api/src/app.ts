import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ready, type RecordEvent } from '@weir/api-contract';
import {
  compressionPlugin,
  conditionalPlugin,
  connectionsPlugin,
  corsPlugin,
  createServer,
  expensiveRequestsPlugin,
  errorsPlugin,
  helmetPlugin,
  jsonBodyPlugin,
  metricsPlugin,
  processRoutes,
  rateLimitPlugin,
  swaggerPlugin,
  swaggerUiPlugin,
  tracingPlugin,
  answersPlugin,
  inputsPlugin,
} from '@weir/http';
import type { RateLimitCounter } from '@weir/infra';
import type { NotificationChannel } from '@weir/kinds';
import {
  createListTopics,
  type AuthService,
  type CalendarService,
  type ChainNow,
  type CurrencyService,
  type EventsService,
  type IdempotencyService,
  type MailService,
  type PriceSource,
  type TokensService,
  type NumberedEvent,
  type TransactionsService,
  type WebhooksService,
} from '@weir/services';
import { airdropsRoutes } from './airdrops/airdrops.routes.js';
import { UPLOAD_TIMEOUT_MS } from './airdrops/whitelist.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import type { HttpConfig } from './config/config.js';
import { claimLinksPlugin, consoleRoutes } from './console/console.routes.js';
import { guideRoutes } from './console/guide.routes.js';
import { DESCRIPTION } from './describe.js';
import { eventsRoutes } from './events/events.routes.js';
import { activityRoutes, exportsRoutes } from './exports/exports.routes.js';
import type { IndexerClient } from './indexer/indexer-client.js';
import { indexerProxyRoutes } from './indexer/indexer-proxy.routes.js';
import { mailLinkRoutes, mailRoutes } from './mail/mail.routes.js';
import type { ServiceMetrics, TokenMetrics } from './metrics/service-metrics.js';
import { movesRoutes } from './moves/moves.routes.js';
import { currencyRoutes } from './payments/currency.routes.js';
import { paymentsRoutes } from './payments/payments.routes.js';
import { calendarRoutes, inboxRoutes, priceRoutes } from './people/people.routes.js';
import { plansRoutes } from './plans/plans.routes.js';
import { accessPlugin, OPEN } from './plugins/access/access.plugin.js';
import { callerReaders, createProofReader } from './plugins/access/caller.js';
import { API_ERRORS } from './plugins/errors/service-problem.js';
import jwtPlugin from './plugins/external/jwt.js';
import { unchangedPlugin } from './plugins/unchanged/unchanged.plugin.js';
import type { Readiness } from './process/readiness.js';
import { explorerRoutes, infoRoutes, portfolioRoutes, searchRoutes, tokensRoutes } from './reads/reads.routes.js';
import { createOnceAnswers } from './shared/once/answer-once.js';
import type { RecordServices } from './standbys/record-services.js';
import { locksRoutes } from './streams/locks.routes.js';
import { streamsRoutes } from './streams/streams.routes.js';
import { tokenNamesPlugin } from './tokens/token-names.plugin.js';
import { createTokenSupply } from './tokens/token-supply.js';
import { sentTransactionsPlugin, transactionsRoutes } from './transactions/transactions.routes.js';
import { pursesRoutes } from './vaults/purses.routes.js';
import { recoveryRoutes } from './vaults/recovery.routes.js';
import { proposalsRoutes, vaultsRoutes } from './vaults/vaults.routes.js';
import { webhooksRoutes } from './webhooks/webhooks.routes.js';

/** Dependencies of the routes. */
export interface AppDependencies extends RecordServices {
  readonly currency: CurrencyService;
  readonly tokens: TokensService;
  /** Undefined where token metrics are off. */
  readonly tokenMetrics: TokenMetrics | undefined;
  /** Undefined where only requests are measured. */
  readonly metrics?: ServiceMetrics | undefined;
  readonly transactions: TransactionsService;
  readonly events: EventsService;
  readonly idempotency: IdempotencyService;
  /** Converts an event to the form that clients receive. */
  readonly presentEvent: (event: NumberedEvent) => RecordEvent;
  readonly webhooks: WebhooksService;
  readonly calendar: CalendarService;
  readonly mail: MailService;
  /** How this service sends messages to people. */
  readonly channels: readonly NotificationChannel[];
  /** Undefined where the operator names no source. */
  readonly price: PriceSource | undefined;
  readonly auth: AuthService;
  /** Resolves to the secret that bearers are signed with, the same for all replicas. */
  readonly bearerSecret: () => Promise<string>;
  /** Request counter shared with the other replicas; undefined where each counts alone. */
  readonly rateLimitCounter: RateLimitCounter | undefined;
  /** Undefined where no indexer is configured. */
  readonly indexer: IndexerClient | undefined;
  /** Returns a stamp of the state of some topics; undefined while it is unknown. */
  readonly viewStamp: (topics: readonly string[]) => Promise<string | undefined>;
  readonly readiness: Readiness;
  /** Height and time of the chain; undefined while no Electrum server answers. */
  readonly chainNow: () => Promise<ChainNow | undefined>;
  /** Whether this process runs the watchers. */
  readonly watches: boolean;
  readonly logger: FastifyBaseLogger;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Names a plugin explicitly: Fastify would otherwise search all loaded modules for its name. */
const named = <Plugin extends { readonly name: string }>(plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: plugin.name });

/** Methods and headers permitted to pages of other origins. */
const PAGES = {
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: [
    'content-type',
    'x-user-address',
    'x-request-id',
    'authorization',
    'if-none-match',
    'last-event-id',
    'idempotency-key',
  ],
} as const;

/** Builds the app over its services, ready to listen or to be injected into. Business rules live in the services. */
export const buildApp = async (dependencies: AppDependencies, config: HttpConfig): Promise<FastifyInstance> => {
  const { streams, payments, plans, vaults, airdrops, explorer, tokens, transactions, auth, bearerSecret, readiness } =
    dependencies;
  const { network } = config;
  const app = createServer({
    config,
    logger: dependencies.logger,
    errors: API_ERRORS,
    longestTimeoutMs: UPLOAD_TIMEOUT_MS,
  });
  await app.register(tracingPlugin);
  await app.register(connectionsPlugin, { config });
  await app.register(helmetPlugin);
  await app.register(corsPlugin, { corsOrigins: config.corsOrigins, ...PAGES });
  await app.register(rateLimitPlugin, { rateLimit: config.rateLimit, counter: dependencies.rateLimitCounter });
  await app.register(jwtPlugin, { auth: config.auth, network, bearerSecret });
  const { mode } = config.auth;
  await app.register(accessPlugin, { mode, callers: callerReaders(mode, network, bearerSecret) });
  await app.register(expensiveRequestsPlugin, { atOncePerClient: config.expensiveRequests });
  await app.register(unchangedPlugin, {
    stamp: dependencies.viewStamp,
    hasOtherSources: dependencies.indexer !== undefined,
    onAnswer: dependencies.metrics?.onAnswer,
  });
  await app.register(conditionalPlugin);
  await app.register(compressionPlugin);
  await app.register(errorsPlugin, API_ERRORS);
  await app.register(jsonBodyPlugin);
  await app.register(metricsPlugin, {
    token: config.metricsToken,
    config: { access: OPEN },
    register: (registry) => {
      dependencies.tokenMetrics?.register(registry);
      dependencies.metrics?.register(registry);
    },
  });
  if (config.console !== undefined) await app.register(claimLinksPlugin);
  await app.register(inputsPlugin);
  await app.register(answersPlugin);
  await app.register(tokenNamesPlugin, { tokens });
  await app.register(sentTransactionsPlugin, { transactions });
  await app.register(swaggerPlugin, DESCRIPTION);
  await app.register(swaggerUiPlugin);

  await app.register(named(processRoutes), { ready: ready, readiness, config: { access: OPEN } });
  const once = createOnceAnswers(dependencies.idempotency);
  const topics = createListTopics(network);
  const features = {
    indexer: dependencies.indexer !== undefined,
    watcher: dependencies.watches,
    mail: dependencies.channels.includes('email'),
    channels: [...dependencies.channels],
  };
  await app.register(named(infoRoutes), { prefix: '/api/info', config, features, chainNow: dependencies.chainNow });
  await app.register(named(authRoutes), { prefix: '/api/auth', auth, now: dependencies.now });
  await app.register(named(streamsRoutes), {
    prefix: '/api/streams',
    streams,
    indexer: dependencies.indexer,
    once,
    topics,
  });
  await app.register(named(locksRoutes), { prefix: '/api/locks', streams, once });
  await app.register(named(paymentsRoutes), {
    prefix: '/api/payments',
    payments,
    currency: dependencies.currency,
    indexer: dependencies.indexer,
    once,
    topics,
  });
  await app.register(named(currencyRoutes), {
    prefix: '/api/currency-payments',
    currency: dependencies.currency,
    once,
  });
  await app.register(named(plansRoutes), { prefix: '/api/plans', plans, once });
  const readProof = createProofReader(bearerSecret);
  await app.register(named(movesRoutes), { prefix: '/api/moves', moves: dependencies.moves, readProof });
  await app.register(named(vaultsRoutes), { prefix: '/api/vaults', vaults, once });
  await app.register(named(recoveryRoutes), { prefix: '/api/vaults', vaults, once });
  await app.register(named(proposalsRoutes), { prefix: '/api/proposals', vaults });
  await app.register(named(pursesRoutes), { prefix: '/api/purses', vaults });
  await app.register(named(airdropsRoutes), {
    prefix: '/api/airdrops',
    airdrops,
    once,
    topics,
    listBytes: config.bodyLimit,
  });
  await app.register(named(explorerRoutes), { prefix: '/api/explorer', explorer, topics });
  await app.register(named(activityRoutes), { prefix: '/api/activity', exports: dependencies.exports });
  await app.register(named(exportsRoutes), {
    prefix: '/api/exports',
    exports: dependencies.exports,
    tokens,
    places: config.exports,
  });
  await app.register(named(searchRoutes), { prefix: '/api/search', search: dependencies.search });
  await app.register(named(portfolioRoutes), { prefix: '/api/portfolio', portfolio: dependencies.portfolio });
  const supply = createTokenSupply({ indexer: dependencies.indexer, tokens });
  await app.register(named(tokensRoutes), { prefix: '/api/tokens', tokens, supply });
  await app.register(named(eventsRoutes), {
    prefix: '/api/events',
    events: dependencies.events,
    present: dependencies.presentEvent,
    followers: config.followers,
    now: dependencies.now,
  });
  await app.register(named(inboxRoutes), { prefix: '/api/inbox', events: dependencies.events });
  await app.register(named(calendarRoutes), { prefix: '/api/calendar', calendar: dependencies.calendar });
  await app.register(named(mailRoutes), { prefix: '/api/mail', mail: dependencies.mail });
  await app.register(named(mailLinkRoutes), { prefix: '/api/mail/links', mail: dependencies.mail });
  await app.register(named(priceRoutes), { prefix: '/api/price', price: dependencies.price });
  await app.register(named(webhooksRoutes), { prefix: '/api/webhooks', webhooks: dependencies.webhooks, once });
  await app.register(named(transactionsRoutes), { prefix: '/api/transactions', transactions });
  await app.register(named(indexerProxyRoutes), { prefix: '/api/indexer', indexer: dependencies.indexer });
  if (config.guide !== undefined) await app.register(named(guideRoutes), { guide: config.guide });
  if (config.console !== undefined)
    await app.register(named(consoleRoutes), {
      console: config.console,
      network,
      hasGuide: config.guide !== undefined,
      price: dependencies.price,
      domain: config.auth.domain,
    });
  await app.ready();
  return app;
};
