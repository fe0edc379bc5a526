import { ApiError, type Problem } from '@weir/http';
import {
  QuotaExceededError,
  type QuotaKind,
  RowNotFoundError,
  ServerAnsweredError,
  TransactionHashInUseError,
} from '@weir/infra';
import { ServiceError } from '@weir/services';
import { BEARER_CHALLENGE } from '../access/bearer.js';

const WHAT: Readonly<Record<QuotaKind, string>> = {
  streams: 'streams and payments that nobody has funded',
  plans: 'plans without funding',
  airdrop_campaigns: 'campaigns that nobody has funded',
  vaults: 'vaults without a deposit',
  vault_proposals: 'proposals that were not carried out',
  idempotency_keys: 'idempotency keys',
  lists: 'bytes of lists of recipients that nobody has funded',
  webhooks: 'webhooks',
};
/** Shortest Retry-After, also where nothing expires, seconds. */
const LEAST_WAIT = 60;

const remedyOf = (kind: QuotaKind): string => {
  if (kind === 'webhooks') return 'remove some';
  const other = 'or come back when the first of them has expired';
  return kind === 'idempotency_keys' ? `send this without one, ${other}` : `fund some, ${other}`;
};

/** Creates the error of an exceeded quota: which, whose, and when there is room again. @param now Unix seconds */
const quotaProblem = (
  { kind, of, limit, freeAt }: QuotaExceededError,
  now = Math.floor(Date.now() / 1000),
): ApiError => {
  const retryAfterSeconds = Math.max(LEAST_WAIT, (freeAt ?? 0) - now);
  const whose = of === 'caller' ? 'You have' : 'Your network has';
  return new ApiError(
    'QUOTA_EXCEEDED',
    `${whose} as many ${WHAT[kind]} as one may have, ${limit}: ${remedyOf(kind)}`,
    { quota: of, of: kind, limit, freeAt, retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  );
};

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
