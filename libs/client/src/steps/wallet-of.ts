import type { Connection } from '../connection/connection.js';
import { WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';

/**
 * Returns the wallet given to a method, or the client's own.
 *
 * @throws WeirError WALLET_REQUIRED
 */
export const walletOf = ({ wallet: own }: Connection, given: Wallet | undefined): Wallet => {
  const wallet = given ?? own;
  if (wallet === undefined)
    throw new WeirError('WALLET_REQUIRED', 'No wallet to sign with: pass one to the call or to the client');
  return wallet;
};
