import type { Socket } from 'node:net';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import type { ErrorCode } from '@weir/api-contract';
import type { ServerConfig } from './config/server-config.js';
import { requestIdOf } from './connections/connections.js';
import { serverLimits } from './connections/server-limits.js';
import { ApiError, type ErrorTranslation } from './errors/api-error.js';
import { rawAnswer } from './errors/raw-answer.js';
import { createReplyWithProblem, MAX_PARAMETER } from './errors/reply-with-problem.js';
import { BODY_BYTES } from './plugins.js';
import { validatorCompiler } from './validation/validator-compiler.js';

/**
 * Refuses what Node would refuse by itself with an empty body: a request of HTTP/1.1 without a host (RFC 9112, 3.2),
 * and one that expects something other than `100-continue` (RFC 9110, 10.1.1).
 */
const refuseHeaders: onRequestHookHandler = ({ raw: { headers, httpVersion } }, _reply, next) => {
  const { host, expect } = headers;
  if (httpVersion === '1.1' && host === undefined)
    next(new ApiError('MALFORMED_REQUEST', 'The header Host is required'));
  else if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    next(new ApiError('EXPECTATION_FAILED', 'The header Expect may ask for 100-continue and nothing else'));
  else next();
};

const CODES: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', message: 'Send fewer or shorter headers' },
};
const UNREADABLE = { code: 'MALFORMED_REQUEST', message: 'This is not an HTTP request' } as const;

/**
 * Answers what never becomes a request (malformed HTTP, headers too slow or too large) with the same error body as any
 * route.
 */
const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message } = CODES[error.code ?? ''] ?? UNREADABLE;
  socket.end(rawAnswer(code, message));
};

/** Logs each request in one line, when it ends: what was asked, the status, and how long it took. */
class RequestLog extends LogController {
  readonly #logged = new WeakSet<FastifyReply>();

  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    // A request that ends the process is found by it.
    request.log.debug({ req: request }, 'incoming request');
    reply.raw.once('close', () => {
      // An answer that went out completely is logged once its hooks have run, some of which end after the connection's own events.
      if (reply.raw.writableFinished) return;
      // Also streams of events, which clients end.
      this.#log(request, reply, 'request ended by the client');
    });
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.#log(request, reply, error ? 'request errored' : 'request completed', error);
  }

  /** Logs a request that reached no route. */
  requestRefused(request: FastifyRequest, reply: FastifyReply): void {
    this.#log(request, reply, 'request refused');
  }

  #log(request: FastifyRequest, reply: FastifyReply, message: string, error?: Error | null): void {
    if (this.#logged.has(reply)) return;
    this.#logged.add(reply);
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, message);
    else reply.log.info(line, message);
  }
}

type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const byText = new Map<string, Serialize>();
/** What was already looked up by its text, which takes longer to write than all else that is done for a route. */
const bySchema = new WeakMap<object, Serialize>();

const serializerOf = (route: Parameters<FastifySerializerCompiler<unknown>>[0]): Serialize => {
  const text = JSON.stringify(route.schema);
  const known = byText.get(text) ?? compile({ ...route, httpStatus: route.httpStatus ?? 'default' });
  byText.set(text, known);
  return known;
};

/**
 * Fastify's own response serialisers, compiled once per distinct schema: routes repeat the same error schemas, so only
 * about one in eight differs. A schema must not be changed afterwards, and `addSchema` references must not be used, since
 * a schema's own text does not determine them.
 */
export const serializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const { schema } = route;
  if (typeof schema !== 'object' || schema === null) return serializerOf(route);
  const known = bySchema.get(schema) ?? serializerOf(route);
  bySchema.set(schema, known);
  return known;
};

export interface ServerOptions {
  readonly config: ServerConfig;
  readonly logger: FastifyBaseLogger;
  readonly errors: ErrorTranslation;
  /** The longest `handlerTimeout` of any route, milliseconds. */
  readonly longestTimeoutMs?: number;
}

/**
 * Creates a Fastify instance with what both services share: limits, request ids, validation, serialisation and error
 * responses.
 */
export const createServer = ({ config, logger, errors, longestTimeoutMs = 0 }: ServerOptions): FastifyInstance => {
  const replyWithProblem = createReplyWithProblem(errors);
  const requestLog = new RequestLog();
  return fastify({
    loggerInstance: logger,
    logController: requestLog,
    genReqId: requestIdOf,
    ...serverLimits({ requestTimeoutMs: config.requestTimeoutMs, longestTimeoutMs }),
    bodyLimit: BODY_BYTES,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests that arrive while stopping are refused by stopInTimePlugin, with the common error body.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER },
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
