import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ERRORS, type ErrorBody, type ErrorCode } from '@weir/api-contract';
import { DatabaseUnavailableError, InvalidCursorError, isRetryable } from '@weir/infra';
import { RequestError } from './request-error.js';

const FRAMEWORK_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  408: 'REQUEST_TIMEOUT',
  414: 'URI_TOO_LONG',
  431: 'HEADERS_TOO_LARGE',
};
const RETRY_SECONDS = '5';

const toRequestError = (error: unknown): RequestError => {
  if (error instanceof RequestError) return error;
  if (error instanceof InvalidCursorError) return new RequestError('INVALID_CURSOR', error.message);
  if (error instanceof DatabaseUnavailableError || isRetryable(error))
    return new RequestError('DATABASE_UNAVAILABLE', 'The database does not answer at the moment; try again shortly');
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT')
    return new RequestError('OVERLOADED', 'The request took longer than the service allows; try again shortly');
  const code =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? FRAMEWORK_STATUS[error.statusCode]
      : undefined;
  if (code !== undefined && error instanceof Error) return new RequestError(code, error.message);
  return new RequestError(
    'INTERNAL',
    'The request could not be served. The logs have the reason under this request id',
  );
};

/** Answers a thrown thing; logs what is our own fault. */
export const replyWithError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { code, message, details } = toRequestError(error);
  const { status, error: sentence } = ERRORS[code];
  if (status >= 500) request.log.error({ err: error, code }, message);
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  const body: ErrorBody = {
    success: false,
    error: sentence,
    code,
    message,
    requestId: request.id,
    ...(Object.keys(details).length > 0 && { details }),
    ...(status === 503 && { retryable: true }),
  };
  return reply.code(status).send(body);
};

/** Gives every error of the app, its own and the framework's, the one body. */
export const errorsPlugin = fp((app, _, done) => {
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
  app.setNotFoundHandler(limit, (request, reply) =>
    replyWithError(
      new RequestError(
        'ROUTE_NOT_FOUND',
        `There is no route ${request.method} ${(request.url.split('?')[0] ?? '').slice(0, 200)}; see /docs`,
      ),
      request,
      reply,
    ),
  );
  done();
});
