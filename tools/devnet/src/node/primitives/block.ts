import { hashHeader, type BlockHeader } from './block-header.js';
import type { Transaction } from './transaction.js';

/** A block by itself: whether it is valid and where it belongs is not known yet. */
export interface Block {
  /** Display-order hex. */
  readonly hash: string;
  readonly header: BlockHeader;
  /** The coinbase, then the rest in canonical order. */
  readonly transactions: readonly Transaction[];
}

export const blockOf = (header: BlockHeader, transactions: readonly Transaction[]): Block => ({
  hash: hashHeader(header),
  header,
  transactions,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the transactions after the coinbase in canonical order (CTOR), ascending by txid. */
export const canonicalOrder = (transactions: readonly Transaction[]): Transaction[] =>
  [...transactions].sort((a, b) => compare(a.txid, b.txid));
