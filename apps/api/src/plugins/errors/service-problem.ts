import { type ErrorCode, presentAmount } from '@weir/api-contract';
import { ApiError, type ErrorTranslation, type Problem } from '@weir/http';
import { QuotaExceededError, type QuotaKind, RowNotFoundError, ServerAnsweredError } from '@weir/infra';
import { ServiceError, type TokenType } from '@weir/services';
import { BEARER_CHALLENGE } from '../access/caller.js';

const WHAT: Readonly<Record<QuotaKind, string>> = {
  streams: 'unfunded streams and payments',
  currency_payments: 'unfunded payments in a currency',
  plans: 'rows of unfunded plans',
  airdrop_campaigns: 'unfunded campaigns',
  vaults: 'vaults without a deposit',
  vault_proposals: 'proposals that are not executed',
  idempotency_keys: 'idempotency keys',
  lists: 'bytes of unfunded lists of recipients',
  webhooks: 'webhooks',
  mail_requests: 'confirmations by e-mail within a day',
};
const WHOSE = { caller: '', network: ' of your network', mailbox: ' to this address' } as const;
/** Shortest Retry-After, also where nothing expires, seconds. */
const LEAST_WAIT = 60;

const remedyOf = (kind: QuotaKind): string => {
  if (kind === 'webhooks') return 'Remove some';
  if (kind === 'mail_requests') return 'Retry after the oldest expires';
  const other = 'or retry after the oldest expires';
  return kind === 'idempotency_keys' ? `Send this without a key, ${other}` : `Fund some, ${other}`;
};

/** Creates the error of an exceeded quota: which, whose, and when there is room again. @param now Unix seconds */
const quotaProblem = ({ kind, of, limit, freeAt }: QuotaExceededError, now = Math.floor(Date.now() / 1000)) => {
  const retryAfterSeconds = Math.max(LEAST_WAIT, (freeAt ?? 0) - now);
  return new ApiError(
    'QUOTA_EXCEEDED',
    `Limit of ${limit} ${WHAT[kind]}${WHOSE[of]} reached. ${remedyOf(kind)}`,
    { quota: of, of: kind, limit, freeAt, retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  );
};

const retryAfter = (seconds: unknown): Record<string, string> =>
  typeof seconds === 'number' && seconds > 0 ? { 'retry-after': String(Math.ceil(seconds)) } : {};

/** Maps an error of the use cases or the chain; undefined for anything else. */
const serviceProblem = (error: unknown): Problem | undefined => {
  if (error instanceof ServiceError) {
    const { code, message, details } = error;
    const headers = {
      ...retryAfter(details['retryAfterSeconds']),
      ...(code === 'CALLER_REQUIRED' && BEARER_CHALLENGE),
    };
    return { code, message, details, headers };
  }
  if (error instanceof ServerAnsweredError)
    return new ApiError('CHAIN_UNAVAILABLE', 'The Electrum servers answer with errors; retry shortly');
  if (error instanceof QuotaExceededError) return quotaProblem(error);
  if (error instanceof RowNotFoundError)
    return new ApiError('NOT_FOUND', 'The record changed or was deleted during the request: read it again');
  return undefined;
};

const PROMOTED: Partial<Record<ErrorCode, readonly string[]>> = {
  NOTHING_TO_CLAIM: ['claimableAt', 'asOf'],
  NOTHING_TO_PUSH: ['claimableAt', 'asOf'],
  INVALID_WHITELIST: ['line', 'problem'],
  OUTSIDE_CLAIM_WINDOW: ['startDate', 'endDate', 'asOf'],
  NOTICE_NOT_OVER: ['availableAtHeight', 'height'],
  UNSAFE_CANCEL_DESTINATION: ['cancelReturnAddress'],
};

/** Formats an amount as in every answer: a number in BCH or base units, and the exact text beside it. */
const amount = (name: string, base: unknown, tokenType: TokenType): Record<string, unknown> =>
  typeof base === 'string' ? { [name]: presentAmount(BigInt(base), tokenType), [`${name}Base`]: base } : {};

/** What a wallet lacks: satoshis, or tokens of the given category. */
const missingFunds = ({ code, details }: Problem): Record<string, unknown> => {
  if (code !== 'INSUFFICIENT_FUNDS') return {};
  if ('tokenCategory' in details) {
    const { tokenCategory, neededTokens, availableTokens } = details;
    return {
      tokenCategory,
      ...amount('needed', neededTokens, 'FUNGIBLE_TOKEN'),
      ...amount('available', availableTokens, 'FUNGIBLE_TOKEN'),
    };
  }
  return {
    ...amount('needed', details['neededSatoshis'], 'BCH'),
    ...amount('available', details['availableSatoshis'], 'BCH'),
  };
};

const promoted = ({ code, details }: Problem): Record<string, unknown> =>
  Object.fromEntries((PROMOTED[code] ?? []).filter((name) => name in details).map((name) => [name, details[name]]));

/** Selects the details that the error body repeats at its top level because clients act on them. */
const promote = (problem: Problem): Readonly<Record<string, unknown>> => ({
  ...promoted(problem),
  ...missingFunds(problem),
});

/** How the API answers errors of its use cases and of the chain. */
export const API_ERRORS: ErrorTranslation = { toProblem: serviceProblem, promote };
