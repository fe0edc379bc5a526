import { LRUCache } from 'lru-cache';
import type { ChainReader, ChainTransaction } from '@weir/infra';
import { keepingTransactions } from '../../shared/reading-once.js';

/** How long a transaction is reused, milliseconds: a server may show the block that mined it somewhat later than the block itself. */
const KEPT_MS = 2_000;
/** Hexadecimal digits of all transactions that are kept. */
const MAX_DIGITS = 2 ** 25;

/**
 * Wraps a chain reader for the looks at many records at once. Siblings of a plan share their funding, and what moved them together: read
 * for each of them, a cancel of ninety streams is ten megabytes at every change of their script. What is kept of one tip does not serve
 * for another, under which a transaction may be in another block.
 */
export const sharingTransactions = (chain: ChainReader): ChainReader => {
  const kept = new LRUCache<string, ChainTransaction>({
    maxSize: MAX_DIGITS,
    sizeCalculation: ({ hex }) => hex.length,
    ttl: KEPT_MS,
  });
  let tipHash = '';
  const sharing = keepingTransactions(chain, kept);
  const ofThisTip = async (): Promise<void> => {
    const { hash } = await chain.tip();
    if (hash !== tipHash) kept.clear();
    tipHash = hash;
  };
  return {
    ...sharing,
    async transaction(txid) {
      await ofThisTip();
      return sharing.transaction(txid);
    },
    async transactions(txids) {
      await ofThisTip();
      return sharing.transactions(txids);
    },
    get tipReportedAt() {
      return chain.tipReportedAt;
    },
    get hearsAll() {
      return chain.hearsAll;
    },
  };
};
