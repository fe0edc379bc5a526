import { ApiError, type Problem } from '@weir/http';
import { QuotaExceededError, RowNotFoundError, ServerAnsweredError, TransactionHashInUseError } from '@weir/infra';
import { ServiceError } from '@weir/services';
import { BEARER_CHALLENGE } from '../access/bearer.js';
import { quotaProblem } from './quota-problem.js';

const retryAfter = (seconds: unknown): Record<string, string> =>
  typeof seconds === 'number' && seconds > 0 ? { 'retry-after': String(Math.ceil(seconds)) } : {};

/** Maps an error of the use cases or the chain; undefined for anything else. */
export const serviceProblem = (error: unknown): Problem | undefined => {
  if (error instanceof ServiceError) {
    const { code, message, details } = error;
    const headers = {
      ...retryAfter(details['retryAfterSeconds']),
      ...(code === 'CALLER_REQUIRED' && BEARER_CHALLENGE),
    };
    return { code, message, details, headers };
  }
  if (error instanceof ServerAnsweredError)
    return new ApiError(
      'CHAIN_UNAVAILABLE',
      'The Electrum servers answer with errors at the moment; try again shortly',
    );
  if (error instanceof QuotaExceededError) return quotaProblem(error);
  if (error instanceof RowNotFoundError)
    return new ApiError(
      'NOT_FOUND',
      'The record, or the part of it that this is about, was removed or replaced while the request was at work: read the record anew',
    );
  if (error instanceof TransactionHashInUseError)
    return new ApiError('HASH_ALREADY_USED', 'This transaction is recorded for another record already', {
      txHash: error.txHash,
    });
  return undefined;
};
