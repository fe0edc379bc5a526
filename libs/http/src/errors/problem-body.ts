import { ERRORS, type ErrorBody, type ErrorCode } from '@weir/api-contract';
import type { ErrorTranslation, Problem } from './api-error.js';

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
