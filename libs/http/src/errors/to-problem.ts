import { ERRORS, type ErrorCode } from '@weir/api-contract';
import { DatabaseUnavailableError, InvalidCursorError, isRetryable } from '@weir/infra';
import { ApiError, type ErrorTranslation, type Problem } from './api-error.js';

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

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  PAYLOAD_TOO_LARGE: 'The body is larger than this service reads',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json',
  FORBIDDEN: 'This path leads nowhere that is served',
  PRECONDITION_FAILED: 'What is served is not what the request asks for by If-Match or If-Unmodified-Since',
  RANGE_NOT_SATISFIABLE: 'The file ends before the range that the request asks for',
  OVERLOADED: 'The request took longer than the service allows; try again shortly',
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
    return new ApiError('DATABASE_UNAVAILABLE', 'The database does not answer at the moment; try again shortly');
  // A deadlock or serialisation failure that outlasted all retries.
  if (isRetryable(error))
    return new ApiError('DATABASE_UNAVAILABLE', 'The database is busy with the same records; try again shortly');
  const code = error instanceof Error ? frameworkCode(error) : undefined;
  return code === undefined || !(error instanceof Error)
    ? new ApiError('INTERNAL', 'The request could not be served. The logs have the reason under this request id')
    : new ApiError(code, MESSAGES[code] ?? error.message);
};

/** Default Retry-After of a 503, seconds. */
const RETRY_SECONDS = '5';

/** Adds Retry-After to every 503. */
const withRetryAfter = (problem: Problem): Problem => {
  if (ERRORS[problem.code].status !== 503) return problem;
  const { code, message, details, headers } = problem;
  return { code, message, details, headers: { 'retry-after': RETRY_SECONDS, ...headers } };
};

/** Maps any thrown value to the error to answer. An unknown one becomes INTERNAL, which reveals nothing about it. */
export const toProblem = (error: unknown, { toProblem: read }: Pick<ErrorTranslation, 'toProblem'>): Problem =>
  withRetryAfter(error instanceof ApiError ? error : (read(error) ?? commonProblem(error)));
