import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { indexerReady } from '@weir/api-contract';
import {
  answersPlugin,
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
  type ErrorTranslation,
  type MetricsOptions,
} from '@weir/http';
import type { HttpConfig } from './config/config.js';
import { DESCRIPTION } from './describe.js';
import type { IndexerQueries } from './indexer/indexer-queries.js';
import { indexerRoutes } from './indexer/indexer.routes.js';
import type { Readiness } from './process/readiness.js';

/** Dependencies of the routes. */
export interface AppDependencies {
  readonly queries: IndexerQueries;
  readonly readiness: Readiness;
  /** Adds metrics to /metrics. */
  readonly registerMetrics: NonNullable<MetricsOptions['register']>;
  readonly logger: FastifyBaseLogger;
}

/** This app has no errors of its own: only the HTTP layer and the database refuse. */
const ERRORS: ErrorTranslation = { toProblem: () => undefined };
/** Largest body, bytes: some thousand hashes. */
const BODY_LIMIT = 2 ** 20;
/** Methods and headers permitted to pages of other origins. */
const PAGES = { methods: ['GET', 'HEAD', 'POST'], allowedHeaders: ['content-type', 'x-request-id'] } as const;

/** Builds the app over its queries, ready to listen or to be injected into. */
export const buildApp = async (
  { queries, readiness, registerMetrics, logger }: AppDependencies,
  config: HttpConfig,
): Promise<FastifyInstance> => {
  const app = createServer({ config, logger, errors: ERRORS, bodyLimit: BODY_LIMIT });
  await app.register(tracingPlugin);
  await app.register(connectionsPlugin, { maxConnections: config.maxConnections });
  await app.register(helmetPlugin);
  await app.register(corsPlugin, { corsOrigins: config.corsOrigins, ...PAGES });
  await app.register(rateLimitPlugin, { rateLimit: config.rateLimit });
  await app.register(expensiveRequestsPlugin, { atOncePerClient: config.expensiveRequests });
  await app.register(conditionalPlugin);
  await app.register(compressionPlugin);
  await app.register(errorsPlugin, ERRORS);
  await app.register(jsonBodyPlugin);
  await app.register(metricsPlugin, { token: config.metricsToken, register: registerMetrics });
  await app.register(answersPlugin);
  await app.register(swaggerPlugin, DESCRIPTION);
  await app.register(swaggerUiPlugin);

  await app.register(processRoutes, { ready: indexerReady, readiness });
  await app.register(indexerRoutes, { prefix: '/indexer', queries });
  await app.ready();
  return app;
};
