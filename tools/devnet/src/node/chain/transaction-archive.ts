import type { NodeTransaction } from '../node.types.js';

/**
 * Transactions of blocks that a reorganisation took off the chain. The real node's transaction index keeps them, and
 * goes on answering for them.
 */
export class TransactionArchive {
  readonly #transactions = new Map<string, NodeTransaction>();

  add(transactions: readonly NodeTransaction[]): void {
    for (const transaction of transactions) this.#transactions.set(transaction.txid, transaction);
  }

  /** Returns a transaction with the last block it was in. */
  get(txid: string): NodeTransaction | undefined {
    return this.#transactions.get(txid);
  }
}
