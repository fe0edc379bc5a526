import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';

/** Everything of a vault is asked by somebody: by the wallet given, else the client's. */
export const asMember = async (
  connection: Connection,
  given: Wallet | undefined,
  signal?: AbortSignal,
): Promise<AskOptions & { readonly wallet: Wallet }> => {
  const wallet = walletOf(connection, given);
  return { wallet, address: await addressOf(wallet), signal };
};
