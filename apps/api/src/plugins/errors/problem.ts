import type { ErrorCode } from '@weir/api-contract';
import { DatabaseUnavailableError, isRetryable, ServerAnsweredError, TransactionHashInUseError } from '@weir/infra';
import { ServiceError } from '@weir/services';
import { ApiError } from './api-error.js';

/** An error as the HTTP layer answers it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_HANDLER_TIMEOUT: 'OVERLOADED',
};

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  PAYLOAD_TOO_LARGE: 'The body is larger than this service reads',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body as application/json',
  OVERLOADED: 'The request took longer than the service allows; try again shortly',
};

const RETRY_SECONDS = 5;

const retryAfter = (seconds: unknown): Record<string, string> => ({
  'retry-after': String(typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : RETRY_SECONDS),
});

const problem = (
  code: ErrorCode,
  message: string,
  details: Problem['details'] = {},
  headers: Problem['headers'] = {},
): Problem => ({
  code,
  message,
  details,
  headers,
});

const frameworkCode = (error: Error): ErrorCode | undefined => {
  const byName = 'code' in error && typeof error.code === 'string' ? FRAMEWORK_CODES[error.code] : undefined;
  return (
    byName ??
    ('statusCode' in error && typeof error.statusCode === 'number' ? STATUS_CODES[error.statusCode] : undefined)
  );
};

/** Reads any thrown thing as the answer to give. What is not known for sure is INTERNAL, and says nothing of itself. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof ApiError) return error;
  if (error instanceof ServiceError) {
    const headers = error.code === 'CHAIN_UNAVAILABLE' ? retryAfter(error.details['retryAfterSeconds']) : {};
    return problem(error.code, error.message, error.details, headers);
  }
  if (error instanceof DatabaseUnavailableError) {
    return problem(
      'DATABASE_UNAVAILABLE',
      'The database does not answer at the moment; try again shortly',
      {},
      retryAfter(undefined),
    );
  }
  // Given up by Postgres for others' sake, each time it was tried.
  if (isRetryable(error))
    return problem(
      'DATABASE_UNAVAILABLE',
      'The database is busy with the same records; try again shortly',
      {},
      retryAfter(undefined),
    );
  if (error instanceof ServerAnsweredError) {
    return problem(
      'CHAIN_UNAVAILABLE',
      'The Electrum servers answer with errors at the moment; try again shortly',
      {},
      retryAfter(undefined),
    );
  }
  if (error instanceof TransactionHashInUseError) {
    return problem('HASH_ALREADY_USED', 'This transaction is recorded for another record already', {
      txHash: error.txHash,
    });
  }
  const code = error instanceof Error ? frameworkCode(error) : undefined;
  if (code === undefined || !(error instanceof Error)) {
    return problem('INTERNAL', 'The request could not be served. The logs have the reason under this request id');
  }
  return problem(code, MESSAGES[code] ?? error.message, {}, code === 'OVERLOADED' ? retryAfter(undefined) : {});
};
