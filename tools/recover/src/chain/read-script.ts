import {
  ChainUnavailableError,
  HistoryHiddenError,
  scriptHashOf,
  steadily,
  TransactionNotFoundError,
  type ChainTransaction,
} from '@weir/infra/electrum';
import type { RecoverContext } from './open-chain.js';

/** Transactions read at once: together with their heights, one batch that public servers accept. */
const AT_ONCE = 172;

/** Reads transactions; checks their hashes, and the inclusion proofs of mined ones. */
export const readAll = async (
  txids: readonly string[],
  what: string,
  { chain, onProgress }: RecoverContext,
): Promise<ChainTransaction[]> => {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += AT_ONCE) {
    if (from > 0) onProgress(`${what}: ${from} of ${txids.length} transactions read`);
    found.push(...(await chain.transactions(txids.slice(from, from + AT_ONCE))));
  }
  return found;
};

/**
 * Reads all transactions that pay to a script or spend from it: mined ones in their order, then those of the mempool.
 *
 * @param what name of the script in progress messages
 * @param holding txids that must be part of the history
 * @throws HistoryHiddenError if the servers do not show all of `holding`
 * @throws ChainUnavailableError
 */
export const readScript = (
  lockingBytecode: Uint8Array,
  what: string,
  holding: readonly string[],
  context: RecoverContext,
): Promise<ChainTransaction[]> =>
  steadily(async () => {
    const txids = (await context.chain.history(lockingBytecode, holding)).map(({ txid }) => txid);
    const listed = new Set(txids);
    if (holding.some((txid) => !listed.has(txid))) throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
    return readAll(txids, what, context);
  });

/** How many named transactions may be unknown to every server before the history counts as forged. */
const MAX_UNKNOWN = 100;

/**
 * Reads those of the given transactions that any server knows.
 *
 * @throws ChainUnavailableError if too many are unknown
 */
export const readKnown = async (
  txids: readonly string[],
  what: string,
  context: RecoverContext,
): Promise<ChainTransaction[]> => {
  const unknown = new Set<string>();
  for (;;) {
    try {
      return await readAll(
        txids.filter((txid) => !unknown.has(txid)),
        what,
        context,
      );
    } catch (error) {
      if (!(error instanceof TransactionNotFoundError)) throw error;
      unknown.add(error.txid);
      if (unknown.size > MAX_UNKNOWN)
        throw new ChainUnavailableError(
          'A server names many transactions that no server has: name others with --server',
          undefined,
          { cause: error },
        );
    }
  }
};
