import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import type { Wallet } from '../wallet.js';
import type { VerbOptions } from './progress.js';

/**
 * Who creates: the wallet given, else the client's; without any, the party that the terms name, as servers take it that
 * believe callers.
 */
export const creatorOf = async (
  connection: Connection,
  given: Wallet | undefined,
  named: string | null | undefined,
  { signal }: Pick<VerbOptions, 'signal'> = {},
): Promise<AskOptions> => {
  const wallet = given ?? connection.wallet;
  const party = named ?? undefined;
  const address = wallet === undefined ? party : await addressOf(wallet, party);
  // Sent twice, it would be two records, were it not for the key it is sent with.
  return { wallet, address, signal, isRepeatable: false };
};
