import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';

/** Returns who asks: everything about a vault needs a caller, the wallet given or else the client's. */
export const asMember = async (
  connection: Connection,
  given: Wallet | undefined,
  signal?: AbortSignal,
): Promise<AskOptions & { readonly wallet: Wallet }> => {
  const wallet = walletOf(connection, given);
  return { wallet, address: await addressOf(wallet), signal };
};
