import { TransactionNotFoundError, TRANSACTIONS_AT_ONCE, type ChainReader, type ChainTransaction } from '@weir/infra';

const readOne = async (chain: ChainReader, txid: string): Promise<readonly ChainTransaction[]> => {
  try {
    return [await chain.transaction(txid)];
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return [];
    throw error;
  }
};

/** Reads which of some transactions a server knows, many in a round trip. @throws ChainUnavailableError */
export const readKnown = async (
  chain: ChainReader,
  txids: readonly string[],
): Promise<ReadonlyMap<string, ChainTransaction>> => {
  const known = new Map<string, ChainTransaction>();
  for (let from = 0; from < txids.length; from += TRANSACTIONS_AT_ONCE) {
    const chunk = txids.slice(from, from + TRANSACTIONS_AT_ONCE);
    const read = await chain.transactions(chunk).catch(async (error: unknown) => {
      if (!(error instanceof TransactionNotFoundError)) throw error;
      return (await Promise.all(chunk.map((txid) => readOne(chain, txid)))).flat();
    });
    for (const transaction of read) known.set(transaction.txid, transaction);
  }
  return known;
};
