import { toRefusal } from './covenant-refusals.js';

/**
 * Runs a builder, turning a wallet's lack of coins or tokens into a refusal.
 *
 * @param wallet Whose coins are asked for, in a word.
 * @throws ServiceError INSUFFICIENT_FUNDS with needed and available satoshis, or base units of the token; see the table of
 * refusals for other reasons
 */
export const withFunds = <T>(wallet: string, build: () => T): T => {
  try {
    return build();
  } catch (error) {
    throw toRefusal(error, wallet);
  }
};
