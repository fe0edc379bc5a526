import type { ChainReader, ChainTransaction } from '@weir/infra';

/**
 * A chain of which each transaction is read once: for what looks at the same ones for many records. A funding of 640 streams is a
 * hundred kilobytes, and so is what cancels ninety of them: read by each, it is megabytes of which nothing is new.
 *
 * Not to be kept: what a transaction's depth was when it was read first, it is for whoever asks again.
 */
export const readingOnce = (chain: ChainReader): ChainReader => {
  const known = new Map<string, Promise<ChainTransaction>>();
  const keep = (txid: string, reading: Promise<ChainTransaction>): Promise<ChainTransaction> => {
    known.set(txid, reading);
    // What was not there, or could not be read, is asked for again.
    reading.catch(() => known.delete(txid));
    return reading;
  };
  const transaction = (txid: string): Promise<ChainTransaction> =>
    known.get(txid) ?? keep(txid, chain.transaction(txid));
  return {
    ...chain,
    transaction,
    async transactions(txids) {
      const unknown = txids.filter((txid) => !known.has(txid));
      const read = unknown.length === 0 ? [] : await chain.transactions(unknown);
      for (const [i, found] of read.entries()) void keep(unknown[i] ?? found.txid, Promise.resolve(found));
      return Promise.all(txids.map(transaction));
    },
    get tipReportedAt() {
      return chain.tipReportedAt;
    },
    get hearsAll() {
      return chain.hearsAll;
    },
  };
};
