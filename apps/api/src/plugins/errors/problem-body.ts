import { ERRORS } from '@weir/api-contract';
import type { ErrorBody, ErrorCode } from '@weir/api-contract';
import { presentAmount } from '../../shared/present-amount.js';
import type { Problem } from './problem.js';

/** Codes after which the same request can succeed. */
const RETRYABLE = new Set<ErrorCode>(['TX_NOT_FOUND', 'TX_UNCONFIRMED', 'RATE_LIMITED', 'CHAIN_UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'OVERLOADED']);

/** Codes that say a transaction may still arrive. */
const PENDING = new Set<ErrorCode>(['TX_NOT_FOUND', 'TX_UNCONFIRMED']);

/** Details that clients act on, which stand beside the message as well. */
const PROMOTED: Partial<Record<ErrorCode, readonly string[]>> = {
  NOTHING_TO_CLAIM: ['claimableAt', 'asOf'],
  NOTHING_TO_PUSH: ['claimableAt', 'asOf'],
  NOTICE_NOT_OVER: ['availableAtHeight', 'height'],
  UNSAFE_CANCEL_DESTINATION: ['cancelReturnAddress'],
};

/** Satoshis as amounts are written everywhere: a number in BCH, the exact text beside it. */
const amount = (name: string, satoshis: unknown): Record<string, unknown> =>
  typeof satoshis === 'string' ? { [name]: presentAmount(BigInt(satoshis)), [`${name}Base`]: satoshis } : {};

const missingFunds = ({ code, details }: Problem): Record<string, unknown> =>
  code === 'INSUFFICIENT_FUNDS' ? { ...amount('needed', details['neededSatoshis']), ...amount('available', details['availableSatoshis']) } : {};

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
