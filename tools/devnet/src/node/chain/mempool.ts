import type { Output } from '@bitauth/libauth';
import type { NodeTransaction } from '../node.types.js';
import { outpointKey, parseOutpoint, type Transaction, txidOf } from '../primitives/transaction.js';
import { duplicate, type Refusal } from '../rules/refusal.js';

/** An unconfirmed transaction, and how the node shows it. */
export interface MempoolEntry {
  readonly transaction: Transaction;
  readonly shown: NodeTransaction;
}

/** Unconfirmed transactions, parents before children, with no limit on the length of chains. */
export class Mempool {
  readonly #entries = new Map<string, MempoolEntry>();
  readonly #spenders = new Map<string, string>();

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  get(txid: string): MempoolEntry | undefined {
    return this.#entries.get(txid);
  }

  entries(): MempoolEntry[] {
    return [...this.#entries.values()];
  }

  /** Returns the txid of the unconfirmed transaction that spends an outpoint. */
  spender(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  /** Returns an output of an unconfirmed transaction, whether it is spent or not. */
  output(outpoint: string): Output | undefined {
    const { txid, vout } = parseOutpoint(outpoint);
    return this.get(txid)?.transaction.content.outputs[vout];
  }

  /** Returns why a transaction cannot be added to those already here. */
  conflict({ spends, txid }: Transaction): Refusal | undefined {
    if (this.has(txid)) return duplicate('txn-already-in-mempool');
    return spends.some((outpoint) => this.#spenders.has(outpoint)) ? duplicate('txn-mempool-conflict') : undefined;
  }

  add(entry: MempoolEntry): void {
    const { spends, txid } = entry.transaction;
    this.#entries.set(txid, entry);
    for (const outpoint of spends) this.#spenders.set(outpoint, txid);
  }

  /** Removes one transaction; its descendants stay. */
  remove(txid: string): void {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return;
    this.#entries.delete(txid);
    for (const outpoint of entry.transaction.spends) this.#spenders.delete(outpoint);
  }

  /** Removes a transaction and its descendants. Returns their txids, parents first. */
  evict(txid: string): string[] {
    const leaving = this.has(txid) ? new Set([txid]) : new Set<string>();
    for (const parent of leaving) for (const child of this.#children(parent)) leaving.add(child);
    for (const each of leaving) this.remove(each);
    return [...leaving];
  }

  /** Returns these transactions and their unconfirmed ancestors, parents first. */
  withAncestors(txids: readonly string[]): MempoolEntry[] {
    const wanted = new Set(txids);
    for (const txid of wanted) {
      for (const outpoint of this.get(txid)?.transaction.spends ?? []) wanted.add(txidOf(outpoint));
    }
    return this.entries().filter(({ transaction }) => wanted.has(transaction.txid));
  }

  clear(): void {
    this.#entries.clear();
    this.#spenders.clear();
  }

  #children(txid: string): string[] {
    const outputs = this.get(txid)?.transaction.content.outputs ?? [];
    return outputs.flatMap((_, vout) => this.spender(outpointKey(txid, vout)) ?? []);
  }
}
