import { InsufficientFundsError } from '@weir/covenants';
import { ServiceError } from './service-error.js';

/**
 * Runs a builder, turning a wallet's lack of coins into a refusal.
 *
 * @param wallet Whose coins are asked for, in a word.
 * @throws ServiceError INSUFFICIENT_FUNDS with needed and available satoshis
 */
export const withFunds = <T>(wallet: string, build: () => T): T => {
  try {
    return build();
  } catch (error) {
    if (!(error instanceof InsufficientFundsError)) throw error;
    throw new ServiceError(
      'INSUFFICIENT_FUNDS',
      `The ${wallet}'s wallet needs ${error.needed.toString()} satoshis in coins without tokens and has ${error.available.toString()}`,
      { wallet, neededSatoshis: error.needed.toString(), availableSatoshis: error.available.toString() },
      { cause: error },
    );
  }
};
