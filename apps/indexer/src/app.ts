import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import {
  getIndexedSupply,
  getIndexerStatus,
  getTvl,
  getVolume,
  INDEXED_ROUTES,
  indexerReady,
  listIndexedLocks,
  readIndexedStates,
} from '@weir/api-contract';
import {
  answersPlugin,
  compressionPlugin,
  conditionalPlugin,
  connectionsPlugin,
  corsPlugin,
  createServer,
  errorsPlugin,
  type ErrorTranslation,
  expensiveRequestsPlugin,
  helmetPlugin,
  jsonBodyPlugin,
  type MetricsOptions,
  metricsPlugin,
  processRoutes,
  rateLimitPlugin,
  type Routes,
  type SwaggerOptions,
  swaggerPlugin,
  swaggerUiPlugin,
  tracingPlugin,
  versionOf,
} from '@weir/http';
import { indexedPath } from '@weir/kinds';
import type { HttpConfig } from './config/load-config.js';
import type { IndexerQueries } from './indexer/indexer-queries.js';
import type { Readiness } from './process/process.js';

/** General information of the indexer's OpenAPI document. */
export const DESCRIPTION: SwaggerOptions = {
  title: 'Weir indexer',
  contact: { name: 'The developers of Weir' },
  version: versionOf(new URL('../package.json', import.meta.url)),
  description:
    'Mined chain state, found by announcements on the chain alone. Amounts are decimal BCH or base units of a token, with the exact text beside them; times are Unix seconds.',
  tags: [
    { name: 'indexer', description: 'Contracts as the chain shows them.' },
    { name: 'process', description: 'For operators.' },
  ],
};

/** Largest question for states, bytes: a thousand contracts named in each of three ways. */
const STATES_BYTES = 2 ** 19;

/** Registers the indexer's routes: parse, query, return the view. */
const indexerRoutes: Routes<{ readonly queries: IndexerQueries }> = (app, { queries }, done) => {
  for (const [list, routes] of INDEXED_ROUTES) {
    const path = `/${indexedPath(list)}`;
    app.get(path, { schema: routes.list }, ({ query }) => queries.list(list, query));
    app.get(`${path}/:contractAddress`, { schema: routes.read }, ({ params }) =>
      queries.read(list, params.contractAddress),
    );
  }

  app.post('/states', { schema: readIndexedStates, bodyLimit: STATES_BYTES }, ({ body }) => queries.states(body));

  app.get('/supply/:category', { schema: getIndexedSupply, config: { work: 'expensive' } }, ({ params }) =>
    queries.supply(params.category),
  );

  app.get('/locks/:category', { schema: listIndexedLocks }, ({ params, query }) =>
    queries.locks(params.category, query),
  );

  app.get('/tvl', { schema: getTvl }, ({ query }) => queries.tvl(query));

  app.get('/volume', { schema: getVolume }, ({ query }) => queries.volume(query));

  app.get('/status', { schema: getIndexerStatus }, () => queries.status());
  done();
};

export interface AppDependencies {
  readonly queries: IndexerQueries;
  readonly readiness: Readiness;
  /** Adds metrics to /metrics. */
  readonly registerMetrics: NonNullable<MetricsOptions['register']>;
  readonly logger: FastifyBaseLogger;
}

/** This app has no errors of its own: only the HTTP layer and the database refuse. */
const ERRORS: ErrorTranslation = { toProblem: () => undefined };
/** Methods and headers permitted to pages of other origins. */
const PAGES = { methods: ['GET', 'HEAD', 'POST'], allowedHeaders: ['content-type', 'x-request-id'] } as const;

/** Builds the app over its queries, ready to listen or to be injected into. */
export const buildApp = async (
  { queries, readiness, registerMetrics, logger }: AppDependencies,
  config: HttpConfig,
): Promise<FastifyInstance> => {
  const app = createServer({ config, logger, errors: ERRORS });
  await app.register(tracingPlugin);
  await app.register(connectionsPlugin, { config });
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
