import type { NodeTransaction } from '../../node/node.types.js';
import { outpointKey } from '../../node/primitives/transaction.js';
import {
  type HistoryEntry,
  type IndexedOutput,
  indexedOutputs,
  type OutputLookup,
  OutputSet,
} from './indexed-output.js';

interface MempoolEntry {
  readonly transaction: NodeTransaction;
  readonly spent: readonly IndexedOutput[];
  readonly scripthashes: ReadonlySet<string>;
}

/** Indexes unconfirmed transactions. Outputs spent within the mempool stay listed; `spender` distinguishes them. */
export class MempoolIndex {
  readonly #entries = new Map<string, MempoolEntry>();
  readonly #byScripthash = new Map<string, Set<string>>();
  readonly #spenders = new Map<string, string>();
  readonly outputs = new OutputSet();

  get transactions(): NodeTransaction[] {
    return [...this.#entries.values()].map((entry) => entry.transaction);
  }

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  transaction(txid: string): NodeTransaction | undefined {
    return this.#entries.get(txid)?.transaction;
  }

  spender(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  /**
   * Returns the transactions that touch a script hash: first those with only confirmed parents, then the rest, each
   * group by txid.
   */
  history(scripthash: string): HistoryEntry[] {
    const entries: HistoryEntry[] = [];
    for (const txid of this.#byScripthash.get(scripthash) ?? []) {
      const transaction = this.transaction(txid);
      if (transaction !== undefined) entries.push({ txid, height: this.#height(transaction), fee: transaction.fee });
    }
    return entries.sort((a, b) => b.height - a.height || (a.txid < b.txid ? -1 : 1));
  }

  /** Returns the outputs that a mempool transaction spends, as known when it entered. */
  spentBy(txid: string): readonly IndexedOutput[] {
    return this.#entries.get(txid)?.spent ?? [];
  }

  /** Returns the direct children of a transaction, whose history lines change when it is mined or leaves. */
  children(txid: string, outputCount: number): string[] {
    const children = new Set<string>();
    for (let vout = 0; vout < outputCount; vout += 1) {
      const spender = this.#spenders.get(outpointKey(txid, vout));
      if (spender !== undefined) children.add(spender);
    }
    return [...children];
  }

  scripthashesOf(txid: string): Iterable<string> {
    return this.#entries.get(txid)?.scripthashes ?? [];
  }

  add(transaction: NodeTransaction, lookup: OutputLookup): void {
    const spent: IndexedOutput[] = [];
    for (const input of transaction.inputs) {
      const outpoint = outpointKey(input.txid, input.vout);
      this.#spenders.set(outpoint, transaction.txid);
      const output = this.outputs.get(outpoint) ?? lookup(outpoint);
      if (output !== undefined) spent.push(output);
    }
    const made = indexedOutputs(transaction);
    for (const output of made) this.outputs.add(output);
    const scripthashes = new Set([...spent, ...made].map((output) => output.scripthash));
    this.#entries.set(transaction.txid, { transaction, spent, scripthashes });
    for (const scripthash of scripthashes) {
      const txids = this.#byScripthash.get(scripthash);
      if (txids === undefined) this.#byScripthash.set(scripthash, new Set([transaction.txid]));
      else txids.add(transaction.txid);
    }
  }

  remove(txid: string): void {
    const entry = this.#entries.get(txid);
    if (entry === undefined) return;
    this.#entries.delete(txid);
    for (const input of entry.transaction.inputs) {
      const outpoint = outpointKey(input.txid, input.vout);
      if (this.#spenders.get(outpoint) === txid) this.#spenders.delete(outpoint);
    }
    entry.transaction.outputs.forEach((_, vout) => this.outputs.take(outpointKey(txid, vout)));
    for (const scripthash of entry.scripthashes) {
      const txids = this.#byScripthash.get(scripthash);
      txids?.delete(txid);
      if (txids?.size === 0) this.#byScripthash.delete(scripthash);
    }
  }

  #height(transaction: NodeTransaction): 0 | -1 {
    return transaction.inputs.some((input) => this.#entries.has(input.txid)) ? -1 : 0;
  }
}
