import type { Transaction } from '../primitives/transaction.js';

/**
 * The transactions that were decoded or asked for last. There are two generations: when the young one is full it becomes
 * the old one, and what nobody asked for since then is forgotten.
 */
export class DecodedTransactions {
  #young = new Map<string, Transaction>();
  #old = new Map<string, Transaction>();
  /** Serialized length of the young generation, bytes. */
  #length = 0;

  /** @param maxLength serialized length of a generation, bytes: decoded, it takes some twenty times as much */
  constructor(private readonly maxLength: number) {}

  get(txid: string): Transaction | undefined {
    const young = this.#young.get(txid);
    if (young !== undefined) return young;
    const old = this.#old.get(txid);
    if (old !== undefined) this.add(old);
    return old;
  }

  add(transaction: Transaction): void {
    const { raw, txid } = transaction;
    if (this.#young.has(txid)) return;
    if (this.#length > this.maxLength) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#length = 0;
    }
    this.#young.set(txid, transaction);
    this.#length += raw.length;
  }
}
