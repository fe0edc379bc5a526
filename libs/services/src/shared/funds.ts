import { InsufficientFundsError, InsufficientTokensError } from '@weir/covenants';
import { ServiceError } from './service-error.js';

const lacksSatoshis = (wallet: string, error: InsufficientFundsError): ServiceError =>
  new ServiceError(
    'INSUFFICIENT_FUNDS',
    `The ${wallet}'s wallet needs ${error.needed.toString()} satoshis in coins without tokens and has ${error.available.toString()}`,
    { wallet, neededSatoshis: error.needed.toString(), availableSatoshis: error.available.toString() },
    { cause: error },
  );

const lacksTokens = (wallet: string, error: InsufficientTokensError): ServiceError =>
  new ServiceError(
    'INSUFFICIENT_FUNDS',
    `The ${wallet}'s wallet needs ${error.needed.toString()} units of token ${error.category} and has ${error.available.toString()} to spend`,
    {
      wallet,
      tokenCategory: error.category,
      neededTokens: error.needed.toString(),
      availableTokens: error.available.toString(),
    },
    { cause: error },
  );

/**
 * Runs a builder, turning a wallet's lack of coins or tokens into a refusal.
 *
 * @param wallet Whose coins are asked for, in a word.
 * @throws ServiceError INSUFFICIENT_FUNDS with needed and available satoshis, or base units of the token
 */
export const withFunds = <T>(wallet: string, build: () => T): T => {
  try {
    return build();
  } catch (error) {
    if (error instanceof InsufficientFundsError) throw lacksSatoshis(wallet, error);
    if (error instanceof InsufficientTokensError) throw lacksTokens(wallet, error);
    throw error;
  }
};
