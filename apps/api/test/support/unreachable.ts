import { createLogger } from '@weir/http';
import type {
  AirdropsService,
  AuthService,
  CalendarService,
  CurrencyService,
  EventsService,
  ExplorerService,
  ExportsService,
  MailService,
  MovesService,
  IdempotencyService,
  PaymentsService,
  PlansService,
  PortfolioService,
  SearchService,
  StreamsService,
  TokensService,
  TransactionsService,
  VaultsService,
  WebhooksService,
} from '@weir/services';
import type { AppDependencies } from '../../src/app.js';
import type { HttpConfig } from '../../src/config/config.js';
import { presentEvent } from '../../src/events/event.presenter.js';

/** A service whose every method records that it was reached, and fails. */
const unreachable = (name: string, reached: string[]): object =>
  new Proxy(
    {},
    {
      get: (_, method) => () => {
        reached.push(`${name}.${String(method)}`);
        return Promise.reject(new Error(`${name}.${String(method)} was reached`));
      },
    },
  );

/**
 * Dependencies for tests of the HTTP boundary. `takeReached` returns which services were reached since the last call.
 */
export const unreachableDependencies = (): { readonly dependencies: AppDependencies; takeReached(): string[] } => {
  const reached: string[] = [];
  const dependencies: AppDependencies = {
    streams: unreachable('streams', reached) as StreamsService,
    payments: unreachable('payments', reached) as PaymentsService,
    currency: unreachable('currency', reached) as CurrencyService,
    plans: unreachable('plans', reached) as PlansService,
    moves: unreachable('moves', reached) as MovesService,
    vaults: unreachable('vaults', reached) as VaultsService,
    airdrops: unreachable('airdrops', reached) as AirdropsService,
    explorer: unreachable('explorer', reached) as ExplorerService,
    exports: unreachable('exports', reached) as ExportsService,
    idempotency: unreachable('idempotency', reached) as IdempotencyService,
    portfolio: unreachable('portfolio', reached) as PortfolioService,
    search: unreachable('search', reached) as SearchService,
    tokens: unreachable('tokens', reached) as TokensService,
    tokenMetrics: undefined,
    presentEvent,
    transactions: unreachable('transactions', reached) as TransactionsService,
    auth: unreachable('auth', reached) as AuthService,
    events: unreachable('events', reached) as EventsService,
    calendar: unreachable('calendar', reached) as CalendarService,
    mail: unreachable('mail', reached) as MailService,
    channels: [],
    price: undefined,
    webhooks: unreachable('webhooks', reached) as WebhooksService,
    bearerSecret: () => Promise.reject(new Error('bearerSecret was reached')),
    rateLimitCounter: undefined,
    indexer: undefined,
    viewStamp: () => Promise.resolve(undefined),
    readiness: () => Promise.reject(new Error('readiness was reached')),
    chainNow: () => Promise.reject(new Error('chainNow was reached')),
    watches: false,
    logger: createLogger('silent'),
    now: () => 1_767_225_600,
  };
  return { dependencies, takeReached: () => reached.splice(0) };
};

/** Settings for tests: silent, without a rate limit. */
export const testHttpConfig: HttpConfig = {
  network: 'devnet',
  auth: { mode: 'header', domain: 'localhost', secret: undefined },
  corsOrigins: '*',
  rateLimit: { max: 0, windowMs: 60_000, store: 'memory' },
  bodyLimit: 1_048_576,
  console: undefined,
  guide: undefined,
  exports: { atOnce: 4, perNetwork: 2 },
  followers: { connections: 2_000, perNetwork: 100, heartbeatMs: 15_000 },
  expensiveRequests: 4,
  maxConnections: 10_000,
  maxConnectionsPerNetwork: 2_000,
  requestTimeoutMs: 30_000,
  trustProxy: false,
  logLevel: 'silent',
};
