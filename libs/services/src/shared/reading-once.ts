import type { ChainReader, ChainTransaction } from '@weir/infra';

/** Where transactions are kept, by txid. */
export interface KeptTransactions {
  get(txid: string): ChainTransaction | undefined;
  set(txid: string, transaction: ChainTransaction): unknown;
}

/**
 * Wraps a chain reader so that a transaction is read again only when it is no longer kept, and once for all who ask for it at a time.
 * Failures are not kept.
 */
export const keepingTransactions = (chain: ChainReader, kept: KeptTransactions): ChainReader => {
  const reading = new Map<string, Promise<ChainTransaction>>();

  /** Asks for transactions together, each to be waited for by itself. */
  const read = (txids: readonly string[]): void => {
    if (txids.length === 0) return;
    const batch = chain.transactions(txids);
    txids.forEach((txid, i) => {
      const one = batch.then((found) => {
        const transaction = found[i];
        if (transaction === undefined) throw new Error(`Nothing was read for ${txid}`);
        kept.set(txid, transaction);
        return transaction;
      });
      reading.set(txid, one);
      const end = (): void => {
        if (reading.get(txid) === one) reading.delete(txid);
      };
      one.then(end, end);
    });
  };
  const transactions = async (txids: readonly string[]): Promise<ChainTransaction[]> => {
    const known = new Map(txids.map((txid) => [txid, kept.get(txid) ?? reading.get(txid)]));
    const unknown = [...known].flatMap(([txid, found]) => (found === undefined ? [txid] : []));
    read(unknown);
    const own = new Set(unknown);
    return Promise.all(
      txids.map(async (txid) => {
        if (own.has(txid)) return reading.get(txid) ?? chain.transaction(txid);
        // Others asked for it together with one that may have failed them.
        return Promise.resolve(known.get(txid))
          .catch(() => undefined)
          .then((found) => found ?? chain.transaction(txid));
      }),
    );
  };
  return {
    ...chain,
    async transaction(txid) {
      const [found] = await transactions([txid]);
      return found ?? chain.transaction(txid);
    },
    transactions,
    get tipReportedAt() {
      return chain.tipReportedAt;
    },
    get hearsAll() {
      return chain.hearsAll;
    },
  };
};

/**
 * Wraps a chain reader so that each transaction is read once, for work that needs the same ones for many records. A funding of
 * 640 streams is a hundred kilobytes, and so is a cancel of ninety of them: read once per record, that is megabytes.
 *
 * Do not keep it for long: a transaction keeps the depth it had when it was first read.
 */
export const readingOnce = (chain: ChainReader): ChainReader => keepingTransactions(chain, new Map());
