import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ServerConfig } from './config/server-config.js';
import { requestIdOf } from './connections/request-id.js';
import { serverLimits } from './connections/server-limits.js';
import type { ErrorTranslation } from './errors/api-error.js';
import { answerClientError } from './errors/client-error.js';
import { createReplyWithProblem } from './errors/reply-with-problem.js';
import { serializerCompiler } from './serializer-compiler.js';
import { validatorCompiler } from './validation/validator-compiler.js';

export interface ServerOptions {
  readonly config: ServerConfig;
  readonly logger: FastifyBaseLogger;
  readonly errors: ErrorTranslation;
  /** Largest body of a route that says nothing else, bytes. */
  readonly bodyLimit: number;
  /** The longest of the routes' own times, milliseconds. */
  readonly longestTimeoutMs?: number;
}

/** A Fastify instance with what both services agree on: limits, request ids, validation, and the form of every refusal. */
export const createServer = ({
  config,
  logger,
  errors,
  bodyLimit,
  longestTimeoutMs = 0,
}: ServerOptions): FastifyInstance => {
  const replyWithProblem = createReplyWithProblem(errors);
  return fastify({
    loggerInstance: logger,
    genReqId: requestIdOf,
    ...serverLimits({ requestTimeoutMs: config.requestTimeoutMs, longestTimeoutMs }),
    bodyLimit,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Those that come while it stops are refused in our own words, see stop-in-time.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void replyWithProblem(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler);
};
