import { createHash } from 'node:crypto';
import type { NodeBlock } from '../node/node.types.js';
import { branchOf, merkleTree, type MerkleTree } from '../node/primitives/merkle.js';
import { outpointKey } from '../node/primitives/transaction.js';
import type { Faults } from './faults.js';
import type { ChainIndex } from './index/chain-index.js';
import type { HistoryEntry, IndexedOutput, TokenFilter } from './index/indexed-output.js';

const passes = (filter: TokenFilter) => (output: IndexedOutput) =>
  filter === 'include_tokens' || (output.token === undefined) === (filter === 'exclude_tokens');

const sum = (outputs: readonly IndexedOutput[]): bigint =>
  outputs.reduce((total, output) => total + output.satoshis, 0n);

/**
 * Returns the Electrum status of a history: SHA-256 over `txid:height:` of every entry, null if it is empty.
 * @see https://electrum-cash-protocol.readthedocs.io, "Script Hashes"
 */
export const statusOf = (history: readonly HistoryEntry[]): string | null => {
  if (history.length === 0) return null;
  const text = history.map((entry) => `${entry.txid}:${entry.height}:`).join('');
  return createHash('sha256').update(text).digest('hex');
};

/** Answers questions about the chain from the server's index: truthfully, unless a fault makes it lie. */
export class ChainView {
  /** By the txids of a block: clients ask for the proofs of all its transactions. */
  readonly #merkleTrees = new WeakMap<readonly string[], MerkleTree>();

  constructor(
    readonly index: ChainIndex,
    private readonly faults: Faults,
  ) {}

  get tip(): NodeBlock {
    const { tip } = this.index.confirmed;
    const reported = this.faults.reportedTip ?? tip.height;
    return reported < tip.height ? (this.index.confirmed.block(reported) ?? tip) : tip;
  }

  /** Returns the block at a height, if it is at or below the tip. */
  block(height: number): NodeBlock | undefined {
    return height > this.tip.height ? undefined : this.index.confirmed.block(height);
  }

  txidsAt(height: number): string[] {
    return this.index.confirmed.block(height)?.txids ?? [];
  }

  /** Returns the merkle branch of a transaction of a block. @param txids of the block, as `txidsAt` returns them */
  merkleBranch(txids: readonly string[], position: number): string[] {
    const tree = this.#merkleTrees.get(txids) ?? merkleTree(txids);
    this.#merkleTrees.set(txids, tree);
    return branchOf(tree, position).branch;
  }

  /**
   * Returns the history of a script hash: confirmed entries by height and position, then those of the mempool.
   * @param from first height, inclusive
   * @param to last height, exclusive; a negative one means no end, and includes the mempool
   */
  history(scripthash: string, from = 0, to = -1): HistoryEntry[] {
    if (this.faults.hides(scripthash)) return [];
    const confirmed = this.index.confirmed
      .history(scripthash)
      .filter((entry) => entry.height >= from && (to < 0 || entry.height < to))
      .map(({ txid, height }) => ({ txid, height }));
    return [...this.faults.shownOf(confirmed), ...(to < 0 ? this.mempoolHistory(scripthash) : [])];
  }

  mempoolHistory(scripthash: string): HistoryEntry[] {
    return this.faults.hides(scripthash) ? [] : this.faults.shownOf(this.index.mempool.history(scripthash));
  }

  /** Returns the satoshis in confirmed outputs, and by how much the mempool changes them. */
  balance(scripthash: string, filter: TokenFilter): { confirmed: bigint; unconfirmed: bigint } {
    if (this.faults.hides(scripthash)) return { confirmed: 0n, unconfirmed: 0n };
    const { confirmed: blocks, mempool } = this.index;
    const confirmed = [...blocks.unspent.of(scripthash)].filter(passes(filter));
    const left = confirmed.filter(this.#isUnspent);
    const incoming = [...mempool.outputs.of(scripthash)].filter(passes(filter)).filter(this.#isUnspent);
    return { confirmed: sum(confirmed), unconfirmed: sum(incoming) + sum(left) - sum(confirmed) };
  }

  /**
   * Returns the unspent outputs: confirmed ones by height, position and index, then those of the mempool in the order
   * of the history.
   */
  unspent(scripthash: string, filter: TokenFilter): IndexedOutput[] {
    if (this.faults.hides(scripthash)) return [];
    const { confirmed, mempool } = this.index;
    const wanted = (outputs: Iterable<IndexedOutput>) => [...outputs].filter(passes(filter)).filter(this.#isUnspent);
    const order = new Map(mempool.history(scripthash).map((entry, position) => [entry.txid, position]));
    const place = (output: IndexedOutput) => order.get(output.txid) ?? 0;
    return [
      ...wanted(confirmed.unspent.of(scripthash)).sort(
        (a, b) => a.height - b.height || a.position - b.position || a.vout - b.vout,
      ),
      ...wanted(mempool.outputs.of(scripthash)).sort((a, b) => place(a) - place(b) || a.vout - b.vout),
    ];
  }

  status(scripthash: string): string | null {
    return statusOf(this.history(scripthash));
  }

  /** Returns the height of a transaction's block, 0 in the mempool; undefined if it is unknown. */
  heightOf(txid: string): number | undefined {
    return this.index.confirmed.entry(txid)?.height ?? (this.index.mempool.has(txid) ? 0 : undefined);
  }

  readonly #isUnspent = ({ txid, vout }: IndexedOutput): boolean =>
    this.index.mempool.spender(outpointKey(txid, vout)) === undefined;
}
