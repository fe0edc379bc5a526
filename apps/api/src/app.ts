import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { PaymentsService, StreamsService, TransactionsService } from '@weir/services';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { HttpConfig } from './config/config.js';
import { accessPlugin } from './plugins/access/access.plugin.js';
import { answerClientError } from './plugins/errors/client-error.js';
import { errorsPlugin, replyWithProblem } from './plugins/errors/errors.plugin.js';
import corsPlugin from './plugins/external/cors.js';
import helmetPlugin from './plugins/external/helmet.js';
import rateLimitPlugin from './plugins/external/rate-limit.js';
import swaggerPlugin from './plugins/external/swagger.js';
import swaggerUiPlugin from './plugins/external/swagger-ui.js';
import { jsonBodyPlugin } from './plugins/json-body.js';
import { paymentsRoutes } from './payments/payments.routes.js';
import { metricsPlugin } from './plugins/metrics.js';
import { requestIdOf, requestIdPlugin } from './plugins/request-id.js';
import { processRoutes } from './process/process.routes.js';
import type { Readiness } from './process/readiness.js';
import { streamsRoutes } from './streams/streams.routes.js';
import { transactionsRoutes } from './transactions/transactions.routes.js';
import { validatorCompiler } from './validation/validator-compiler.js';

/** What the routes need of the layers beneath. */
export interface AppDependencies {
  readonly streams: StreamsService;
  readonly payments: PaymentsService;
  readonly transactions: TransactionsService;
  readonly readiness: Readiness;
  readonly logger: FastifyBaseLogger;
}

const createServer = (config: HttpConfig, logger: FastifyBaseLogger): FastifyInstance =>
  fastify({
    loggerInstance: logger,
    genReqId: requestIdOf,
    bodyLimit: config.bodyLimit,
    requestTimeout: config.requestTimeoutMs,
    handlerTimeout: config.requestTimeoutMs,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void replyWithProblem(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorCompiler);

/**
 * The app over its services, ready to listen or to be injected into. Holds no rules of the business: those are the
 * services'.
 */
export const buildApp = async ({ streams, payments, transactions, readiness, logger }: AppDependencies, config: HttpConfig): Promise<FastifyInstance> => {
  const app = createServer(config, logger);
  await app.register(requestIdPlugin);
  await app.register(helmetPlugin);
  await app.register(corsPlugin, { corsOrigins: config.corsOrigins });
  await app.register(rateLimitPlugin, { rateLimit: config.rateLimit });
  await app.register(accessPlugin, { network: config.network });
  await app.register(errorsPlugin);
  await app.register(jsonBodyPlugin);
  await app.register(metricsPlugin);
  await app.register(swaggerPlugin);
  await app.register(swaggerUiPlugin);

  await app.register(processRoutes, { readiness });
  await app.register(streamsRoutes, { prefix: '/api/streams', streams });
  await app.register(paymentsRoutes, { prefix: '/api/payments', payments });
  await app.register(transactionsRoutes, { prefix: '/api/transactions', transactions });
  await app.ready();
  return app;
};
