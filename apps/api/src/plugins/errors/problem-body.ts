import { ERRORS, type ErrorBody, type ErrorCode } from '@weir/api-contract';
import type { TokenType } from '@weir/services';
import { presentAmount } from '../../shared/present-amount.js';
import type { Problem } from './problem.js';

/** Codes after which the same request can succeed. */
const RETRYABLE = new Set<ErrorCode>([
  'STATE_MOVED',
  'TX_NOT_FOUND',
  'TX_UNCONFIRMED',
  'RATE_LIMITED',
  'CHAIN_UNAVAILABLE',
  'DATABASE_UNAVAILABLE',
  'INDEXER_UNAVAILABLE',
  'OVERLOADED',
]);

/** Codes that say a transaction may still arrive. */
const PENDING = new Set<ErrorCode>(['TX_NOT_FOUND', 'TX_UNCONFIRMED']);

/** Details that clients act on, which stand beside the message as well. */
const PROMOTED: Partial<Record<ErrorCode, readonly string[]>> = {
  NOTHING_TO_CLAIM: ['claimableAt', 'asOf'],
  NOTHING_TO_PUSH: ['claimableAt', 'asOf'],
  INVALID_WHITELIST: ['line', 'problem'],
  OUTSIDE_CLAIM_WINDOW: ['startDate', 'endDate', 'asOf'],
  NOTICE_NOT_OVER: ['availableAtHeight', 'height'],
  UNSAFE_CANCEL_DESTINATION: ['cancelReturnAddress'],
};

/** Amounts as they are written everywhere: a number in BCH or base units, the exact text beside it. */
const amount = (name: string, base: unknown, tokenType: TokenType): Record<string, unknown> =>
  typeof base === 'string' ? { [name]: presentAmount(BigInt(base), tokenType), [`${name}Base`]: base } : {};

/** What a wallet lacks: satoshis, or tokens of the category that stands beside. */
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

/** The body of an error answer, as decided for every route. */
export const problemBody = (problem: Problem, requestId: string): ErrorBody & Readonly<Record<string, unknown>> => {
  const { code, message, details } = problem;
  const isRetryable = RETRYABLE.has(code) || details['retryable'] === true;
  return {
    ...promoted(problem),
    ...missingFunds(problem),
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
