import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  connectionsPlugin,
  helmetPlugin,
  metricsPlugin,
  requestIdOf,
  serverLimits,
  swaggerUiPlugin,
  type MetricsOptions,
} from '@weir/http';
import type { HttpConfig } from './config/config.js';
import { errorsPlugin, replyWithError } from './errors/errors.plugin.js';
import { RequestError } from './errors/request-error.js';
import { validatorCompiler } from './errors/validator-compiler.js';
import type { IndexerQueries } from './indexer/indexer-queries.js';
import { indexerRoutes } from './indexer/indexer.routes.js';
import { processRoutes } from './process/process.routes.js';
import type { Readiness } from './process/readiness.js';
import { swaggerPlugin } from './swagger.js';

/** What the routes need of the layers beneath. */
export interface AppDependencies {
  readonly queries: IndexerQueries;
  readonly readiness: Readiness;
  /** Adds figures to /metrics. */
  readonly registerFigures: NonNullable<MetricsOptions['register']>;
  readonly logger: FastifyBaseLogger;
}

const createServer = (config: HttpConfig, logger: FastifyBaseLogger): FastifyInstance =>
  fastify({
    loggerInstance: logger,
    genReqId: requestIdOf,
    ...serverLimits(config),
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void replyWithError(error, request, reply);
    },
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorCompiler);

const boundRate = async (app: FastifyInstance, { max, windowMs }: HttpConfig['rateLimit']): Promise<void> => {
  if (max === 0) return;
  await app.register(rateLimit, {
    max,
    timeWindow: windowMs,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { ttl }) =>
      new RequestError(
        'RATE_LIMITED',
        `At most ${max} requests in ${windowMs / 1000} seconds; try again in ${Math.ceil(ttl / 1000)} seconds`,
      ),
  });
};

/** The app over its queries, ready to listen or to be injected into. */
export const buildApp = async (
  { queries, readiness, registerFigures, logger }: AppDependencies,
  config: HttpConfig,
): Promise<FastifyInstance> => {
  const app = createServer(config, logger);
  await app.register(connectionsPlugin, { maxConnections: config.maxConnections });
  await app.register(helmetPlugin);
  await app.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : [...config.corsOrigins],
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
  });
  await boundRate(app, config.rateLimit);
  await app.register(errorsPlugin);
  await app.register(metricsPlugin, { register: registerFigures, config: { rateLimit: false } });
  await app.register(swaggerPlugin);
  await app.register(swaggerUiPlugin);

  await app.register(processRoutes, { readiness });
  await app.register(indexerRoutes, { prefix: '/indexer', queries });
  await app.ready();
  return app;
};
