import { hashHeader, type BlockHeader } from './block-header.js';
import type { Transaction } from './transaction.js';

/** A block on its own: nothing says yet that it is valid or where it belongs. */
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

/** Canonical order (CTOR) of the transactions after the coinbase: ascending by txid. */
export const canonicalOrder = (transactions: readonly Transaction[]): Transaction[] =>
  [...transactions].sort((a, b) => compare(a.txid, b.txid));
