import {
  TransactionNotFoundError,
  TRANSACTIONS_AT_ONCE,
  type ChainReader,
  type ChainTransaction,
  findTransaction,
} from '@weir/infra';

/** Reads which of some transactions a server knows, many in a round trip. @throws ChainUnavailableError */
export const readKnown = async (chain: ChainReader, txids: readonly string[]) => {
  const known = new Map<string, ChainTransaction>();
  for (let from = 0; from < txids.length; from += TRANSACTIONS_AT_ONCE) {
    const chunk = txids.slice(from, from + TRANSACTIONS_AT_ONCE);
    const read = await chain.transactions(chunk).catch(async (error: unknown) => {
      if (!(error instanceof TransactionNotFoundError)) throw error;
      const found = await Promise.all(chunk.map((txid) => findTransaction(chain, txid)));
      return found.filter((transaction) => transaction !== undefined);
    });
    for (const transaction of read) known.set(transaction.txid, transaction);
  }
  return known;
};
