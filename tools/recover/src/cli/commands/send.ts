import { isKeyless, type BuiltTransaction } from '../../build/built.js';
import type { RecoverContext } from '../../chain/open-chain.js';
import { usage } from '../../recover-error.js';

/**
 * Broadcasts complete transactions one after the other.
 *
 * @returns their txids
 * @throws RecoverError USAGE if a wallet has to sign one first
 * @throws BroadcastRejectedError, ChainUnavailableError
 */
export const sendAll = async (
  transactions: readonly BuiltTransaction[],
  { chain }: RecoverContext,
): Promise<string[]> => {
  const complete = transactions.filter(isKeyless);
  if (complete.length < transactions.length)
    throw usage('This has to be signed by a wallet, which can send it too; --broadcast sends what is complete');
  const sent: string[] = [];
  for (const { hex } of complete) sent.push(await chain.broadcast(hex));
  return sent;
};
