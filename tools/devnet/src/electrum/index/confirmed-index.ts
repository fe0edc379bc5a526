import type { NodeBlock, NodeTransaction } from '../../node/node.types.js';
import { outpointKey } from '../../node/primitives/transaction.js';
import {
  type IndexedOutput,
  indexedOutput,
  indexedOutputs,
  OutputSet,
  type TransactionLookup,
} from './indexed-output.js';

interface ConfirmedEntry {
  readonly txid: string;
  readonly height: number;
  readonly position: number;
}

/**
 * Indexes the blocks of the active chain, which are connected and disconnected at the tip only. It keeps where
 * transactions are and which outputs are unspent; what the transactions hold it looks up.
 */
export class ConfirmedIndex {
  readonly #lookup: TransactionLookup;
  readonly #blocks: NodeBlock[] = [];
  readonly #history = new Map<string, ConfirmedEntry[]>();
  readonly #positions = new Map<string, ConfirmedEntry>();
  readonly unspent = new OutputSet();

  constructor(lookup: TransactionLookup) {
    this.#lookup = lookup;
  }

  get tip(): NodeBlock {
    const last = this.#blocks.at(-1);
    if (last === undefined) throw new Error('The index holds no block.');
    return last;
  }

  block(height: number): NodeBlock | undefined {
    return this.#blocks[height];
  }

  entry(txid: string): ConfirmedEntry | undefined {
    return this.#positions.get(txid);
  }

  history(scripthash: string): readonly ConfirmedEntry[] {
    return this.#history.get(scripthash) ?? [];
  }

  /** Connects a block to the tip. Returns the script hashes it touches. */
  connect(block: NodeBlock, transactions: readonly NodeTransaction[]): ReadonlySet<string> {
    if (block.height !== this.#blocks.length) throw new Error(`Block ${block.height} does not follow the indexed tip.`);
    const scripthashes = new Set<string>();
    // Blocks are ordered by txid, not by dependence, so a child may precede its parent: first all outputs, then all
    // spends.
    const made = transactions.map((transaction, position) => {
      const entry = { txid: transaction.txid, height: block.height, position };
      const outputs = indexedOutputs(transaction, entry);
      for (const output of outputs) this.unspent.add(output);
      return { transaction, entry, outputs };
    });
    for (const { transaction, entry, outputs } of made) {
      const touched = new Set(outputs.map(({ scripthash }) => scripthash));
      for (const input of transaction.inputs) {
        const output = this.unspent.take(outpointKey(input.txid, input.vout));
        if (output !== undefined) touched.add(output.scripthash);
      }
      this.#positions.set(transaction.txid, entry);
      for (const scripthash of touched) this.#remember(scripthash, entry, scripthashes);
    }
    this.#blocks.push(block);
    return scripthashes;
  }

  /**
   * Disconnects the tip. Returns the script hashes it touched.
   * @param transactions of the tip, in block order
   */
  disconnect(hash: string, transactions: readonly NodeTransaction[]): ReadonlySet<string> {
    const { height } = this.tip;
    if (this.tip.hash !== hash) throw new Error(`Block ${hash} is not the indexed tip.`);
    const spent = transactions.map(({ inputs }) => inputs.flatMap(({ txid, vout }) => this.#madeAs(txid, vout) ?? []));
    const scripthashes = new Set<string>();
    for (const [position, transaction] of transactions.entries()) {
      for (const output of indexedOutputs(transaction)) {
        scripthashes.add(output.scripthash);
        this.unspent.take(outpointKey(output.txid, output.vout));
      }
      for (const { scripthash } of spent[position] ?? []) scripthashes.add(scripthash);
      this.#positions.delete(transaction.txid);
    }
    // An output created and spent within the block was never unspent before it.
    for (const output of spent.flat()) if (output.height !== height) this.unspent.add(output);
    this.#blocks.pop();
    for (const scripthash of scripthashes) this.#forget(scripthash, height);
    return scripthashes;
  }

  /** Returns an output of an indexed transaction as it was before anything spent it. */
  #madeAs(txid: string, vout: number): IndexedOutput | undefined {
    const entry = this.entry(txid);
    return entry && indexedOutput(this.#transaction(txid), vout, entry);
  }

  #transaction(txid: string): NodeTransaction {
    const transaction = this.#lookup(txid);
    if (transaction === undefined) throw new Error(`The index cannot look up transaction ${txid} of its chain.`);
    return transaction;
  }

  #remember(scripthash: string, entry: ConfirmedEntry, scripthashes: Set<string>): void {
    scripthashes.add(scripthash);
    const entries = this.#history.get(scripthash);
    if (entries === undefined) this.#history.set(scripthash, [entry]);
    else entries.push(entry);
  }

  #forget(scripthash: string, height: number): void {
    const kept = this.history(scripthash).filter((entry) => entry.height < height);
    if (kept.length === 0) this.#history.delete(scripthash);
    else this.#history.set(scripthash, kept);
  }
}
