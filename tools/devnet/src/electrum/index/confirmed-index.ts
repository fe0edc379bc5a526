import type { NodeBlock, NodeTransaction } from '../../node/node.types.js';
import { outpointKey, type IndexedOutput } from './index.types.js';
import { indexedOutputs } from './indexed-outputs.js';
import { OutputSet } from './output-set.js';

interface ConfirmedEntry {
  readonly txid: string;
  readonly height: number;
  readonly position: number;
}

interface ConnectedBlock {
  readonly block: NodeBlock;
  readonly transactions: readonly NodeTransaction[];
  /** Outputs that this block spent, to be restored when it is disconnected. */
  readonly spent: readonly IndexedOutput[];
  readonly scripthashes: ReadonlySet<string>;
}

/** Indexes the blocks of the active chain, which are connected and disconnected at the tip only. */
export class ConfirmedIndex {
  readonly #blocks: ConnectedBlock[] = [];
  readonly #heights = new Map<string, number>();
  readonly #history = new Map<string, ConfirmedEntry[]>();
  readonly #positions = new Map<string, ConfirmedEntry>();
  readonly unspent = new OutputSet();

  get tip(): NodeBlock {
    const last = this.#blocks.at(-1);
    if (last === undefined) throw new Error('The index holds no block.');
    return last.block;
  }

  block(height: number): NodeBlock | undefined {
    return this.#blocks[height]?.block;
  }

  transactionsAt(height: number): readonly NodeTransaction[] {
    return this.#blocks[height]?.transactions ?? [];
  }

  heightOfBlock(hash: string): number | undefined {
    return this.#heights.get(hash);
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
    const spent: IndexedOutput[] = [];
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
        if (output === undefined) continue;
        spent.push(output);
        touched.add(output.scripthash);
      }
      this.#positions.set(transaction.txid, entry);
      for (const scripthash of touched) this.#remember(scripthash, entry, scripthashes);
    }
    this.#blocks.push({ block, transactions, spent, scripthashes });
    this.#heights.set(block.hash, block.height);
    return scripthashes;
  }

  /** Disconnects the tip. Returns the script hashes it touched. */
  disconnect(hash: string): ReadonlySet<string> {
    const connected = this.#blocks.at(-1);
    if (connected?.block.hash !== hash) throw new Error(`Block ${hash} is not the indexed tip.`);
    this.#blocks.pop();
    this.#heights.delete(hash);
    for (const transaction of connected.transactions) {
      this.#positions.delete(transaction.txid);
      transaction.outputs.forEach((_, vout) => this.unspent.take(outpointKey(transaction.txid, vout)));
    }
    // An output created and spent within the block was never unspent before it.
    for (const output of connected.spent) if (output.height !== connected.block.height) this.unspent.add(output);
    for (const scripthash of connected.scripthashes) this.#forget(scripthash, connected.block.height);
    return connected.scripthashes;
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
