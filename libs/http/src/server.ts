import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ServerConfig } from './config/server-config.js';
import { refuseHeaders } from './connections/refuse-headers.js';
import { requestIdOf } from './connections/request-id.js';
import { serverLimits } from './connections/server-limits.js';
import type { ErrorTranslation } from './errors/api-error.js';
import { answerClientError } from './errors/client-error.js';
import { createReplyWithProblem } from './errors/reply-with-problem.js';
import { RequestLog } from './request-log.js';
import { serializerCompiler } from './serializer-compiler.js';
import { validatorCompiler } from './validation/validator-compiler.js';

export interface ServerOptions {
  readonly config: ServerConfig;
  readonly logger: FastifyBaseLogger;
  readonly errors: ErrorTranslation;
  /** Default body limit of a route, bytes. */
  readonly bodyLimit: number;
  /** The longest `handlerTimeout` of any route, milliseconds. */
  readonly longestTimeoutMs?: number;
}

/**
 * Creates a Fastify instance with what both services share: limits, request ids, validation, serialisation and error
 * responses.
 */
export const createServer = ({
  config,
  logger,
  errors,
  bodyLimit,
  longestTimeoutMs = 0,
}: ServerOptions): FastifyInstance => {
  const replyWithProblem = createReplyWithProblem(errors);
  const requestLog = new RequestLog();
  return fastify({
    loggerInstance: logger,
    logController: requestLog,
    genReqId: requestIdOf,
    ...serverLimits({ requestTimeoutMs: config.requestTimeoutMs, longestTimeoutMs }),
    bodyLimit,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests that arrive while stopping are refused by stop-in-time.ts, with the common error body.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void replyWithProblem(error, request, reply);
      requestLog.requestRefused(request, reply);
    },
    clientErrorHandler: answerClientError,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .addHook('onRequest', refuseHeaders);
};
