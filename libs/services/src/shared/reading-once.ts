import type { ChainReader, ChainTransaction } from '@weir/infra';

/**
 * Wraps a chain reader so that each transaction is read once, for work that needs the same ones for many records. A funding of
 * 640 streams is a hundred kilobytes, and so is a cancel of ninety of them: read once per record, that is megabytes.
 *
 * Do not keep it for long: a transaction keeps the depth it had when it was first read.
 */
export const readingOnce = (chain: ChainReader): ChainReader => {
  const known = new Map<string, Promise<ChainTransaction>>();
  const keep = (txid: string, reading: Promise<ChainTransaction>): Promise<ChainTransaction> => {
    known.set(txid, reading);
    // Failures are not kept: they are asked for again.
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
