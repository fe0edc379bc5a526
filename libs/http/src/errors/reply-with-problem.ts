import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorBody, type ErrorCode, ERRORS } from '@weir/api-contract';
import { DatabaseUnavailableError, InvalidCursorError, isRetryable } from '@weir/infra';
import { ApiError, type ErrorTranslation, type Problem } from './api-error.js';

/** Codes after which repeating the same request may succeed. */
const RETRYABLE = new Set<ErrorCode>([
  'STATE_MOVED',
  'IDEMPOTENCY_KEY_IN_USE',
  'TX_NOT_FOUND',
  'TX_UNCONFIRMED',
  'RATE_LIMITED',
  'CHAIN_UNAVAILABLE',
  'DATABASE_UNAVAILABLE',
  'INDEXER_UNAVAILABLE',
  'OVERLOADED',
]);

/** Codes that mean the transaction may still arrive. */
const PENDING = new Set<ErrorCode>(['TX_NOT_FOUND', 'TX_UNCONFIRMED']);

/** Builds the body of an error response, the same for every route of both services. */
export const problemBody = (
  problem: Problem,
  requestId: string,
  { promote }: Pick<ErrorTranslation, 'promote'> = {},
): ErrorBody & Readonly<Record<string, unknown>> => {
  const { code, message, details } = problem;
  const isRetryable = RETRYABLE.has(code) || details['retryable'] === true;
  return {
    ...promote?.(problem),
    success: false,
    error: ERRORS[code].error,
    code,
    message,
    ...(Object.keys(details).length > 0 && { details: { ...details } }),
    ...(isRetryable && { retryable: true }),
    ...(PENDING.has(code) && { state: 'pending' as const }),
    requestId,
  };
};

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_HANDLER_TIMEOUT: 'OVERLOADED',
};

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  403: 'FORBIDDEN',
  404: 'ROUTE_NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  431: 'HEADERS_TOO_LARGE',
};

/** Longest parameter of a path, characters. */
export const MAX_PARAMETER = 500;
export const PARAMETER_TOO_LONG = `A part of the path is longer than ${MAX_PARAMETER} characters`;

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  PAYLOAD_TOO_LARGE: 'The body is larger than the limit',
  URI_TOO_LONG: PARAMETER_TOO_LONG,
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json',
  FORBIDDEN: 'There is no such file',
  PRECONDITION_FAILED: 'The resource does not match If-Match or If-Unmodified-Since',
  RANGE_NOT_SATISFIABLE: 'The requested range is beyond the end of the file',
  OVERLOADED: 'The request took too long; retry shortly',
};

const frameworkCode = (error: Error): ErrorCode | undefined => {
  const byName = 'code' in error && typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
  return (
    byName ??
    ('statusCode' in error && typeof error.statusCode === 'number' ? STATUS_CODES[error.statusCode] : undefined)
  );
};

const commonProblem = (error: unknown): Problem => {
  if (error instanceof InvalidCursorError) return new ApiError('INVALID_CURSOR', error.message);
  if (error instanceof DatabaseUnavailableError)
    return new ApiError('DATABASE_UNAVAILABLE', 'The database does not answer; retry shortly');
  // A deadlock or serialisation failure that outlasted all retries.
  if (isRetryable(error))
    return new ApiError('DATABASE_UNAVAILABLE', 'The database is busy with the same records; retry shortly');
  const code = error instanceof Error ? frameworkCode(error) : undefined;
  return code === undefined || !(error instanceof Error)
    ? new ApiError('INTERNAL', 'The request failed. The log of the service has the reason under this request id')
    : new ApiError(code, MESSAGES[code] ?? error.message);
};

/** Default Retry-After of a 503, seconds. */
const RETRY_SECONDS = '5';

/** Adds Retry-After to every 503. */
const withRetryAfter = (problem: Problem): Problem => {
  if (ERRORS[problem.code].status !== 503) return problem;
  const { code, message, details, headers, isExpected = false } = problem;
  return { code, message, details, headers: { 'retry-after': RETRY_SECONDS, ...headers }, isExpected };
};

/** Maps any thrown value to the error to answer. An unknown one becomes INTERNAL, which reveals nothing about it. */
export const toProblem = (error: unknown, { toProblem: read }: Pick<ErrorTranslation, 'toProblem'>): Problem =>
  withRetryAfter(error instanceof ApiError ? error : (read(error) ?? commonProblem(error)));

/** Whether an error says that a route's time limit has passed. */
export const isHandlerTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';

/** Whether the handler timed out while its body was still arriving: the client was slow, not the service. */
const isLateBody = (error: unknown, { raw }: FastifyRequest): boolean => !raw.complete && isHandlerTimeout(error);

/** Closes the connection: its body was not read to the end, so no further request can follow. */
const lateBody = (): ApiError =>
  new ApiError('REQUEST_TIMEOUT', 'The body did not arrive in time', {}, { connection: 'close' });

/** Answers a thrown value and logs it when the fault is the service's (status 500 and above). */
export type ReplyWithProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Makes the HTML page that shows an error to a person. */
export type ProblemPage = (problem: Problem) => string;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where people follow links: what their browsers get of an error. All others get the common body. */
    problemPage?: ProblemPage | undefined;
    /** Whether the service failed to answer it: what the error metric counts. */
    isFailed?: boolean;
  }
}

/** Whether a request is a browser's, for a page: programs do not name HTML first. */
export const asksForPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.startsWith('text/html') === true;

/** Creates an app's error responder: its own errors by its translation, all others as both services do. */
export const createReplyWithProblem =
  (translation: ErrorTranslation): ReplyWithProblem =>
  (error, request, reply) => {
    const problem = toProblem(isLateBody(error, request) ? lateBody() : error, translation);
    const { status } = ERRORS[problem.code];
    if (status >= 500 && problem.isExpected !== true) {
      request.isFailed = true;
      request.log.error({ err: error, code: problem.code }, problem.message);
    }
    reply.code(status).headers(problem.headers);
    const { problemPage } = request;
    if (problemPage !== undefined) reply.header('vary', 'Accept');
    return problemPage !== undefined && asksForPage(request)
      ? reply.type('text/html; charset=utf-8').send(problemPage(problem))
      : reply.send(problemBody(problem, request.id, translation));
  };
