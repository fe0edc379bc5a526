import { presentAmount, type ErrorCode } from '@weir/api-contract';
import type { Problem } from '@weir/http';
import type { TokenType } from '@weir/services';

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
export const promote = (problem: Problem): Readonly<Record<string, unknown>> => ({
  ...promoted(problem),
  ...missingFunds(problem),
});
