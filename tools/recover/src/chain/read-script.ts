import { HistoryHiddenError, scriptHashOf, steadily } from '@weir/infra/electrum';
import type { ChainTransaction } from '@weir/infra/electrum';
import type { RecoverContext } from './open-chain.js';

/** Transactions read at once: with their heights one batch of what public servers take. */
const AT_ONCE = 172;

/** Reads transactions, their hashes checked, the mined ones with their proofs. */
export const readAll = async (txids: readonly string[], what: string, { chain, onProgress }: RecoverContext): Promise<ChainTransaction[]> => {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += AT_ONCE) {
    if (from > 0) onProgress(`${what}: ${from} of ${txids.length} transactions read`);
    found.push(...(await chain.transactions(txids.slice(from, from + AT_ONCE))));
  }
  return found;
};

/**
 * All transactions that pay to a script or spend from it: mined ones in their order, then the mempool's.
 *
 * @param what the script is, for progress
 * @param holding transactions that belong into it
 * @throws HistoryHiddenError where servers do not show all of these; ChainUnavailableError
 */
export const readScript = (lockingBytecode: Uint8Array, what: string, holding: readonly string[], context: RecoverContext): Promise<ChainTransaction[]> =>
  steadily(async () => {
    const txids = (await context.chain.history(lockingBytecode, holding)).map(({ txid }) => txid);
    const listed = new Set(txids);
    if (holding.some((txid) => !listed.has(txid))) throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
    return readAll(txids, what, context);
  });
