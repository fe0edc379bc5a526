import type { ChainNode, NodeBlock, NodeTransaction } from '../node/node.types.js';
import { transactionsOf } from './index/chain-index.js';

/**
 * Keeps every transaction that was ever in a block. The real node's transaction index keeps those of blocks that a
 * reorganisation took off the chain, and goes on answering for them.
 */
export class TransactionArchive {
  readonly #mined = new Map<string, NodeTransaction>();

  constructor(private readonly node: ChainNode) {}

  start(): void {
    for (let height = 0; height <= this.node.tip.height; height += 1) {
      const block = this.node.blockAt(height);
      if (block !== undefined) this.#keep(block);
    }
    this.node.on('block', this.#keep);
  }

  stop(): void {
    this.node.off('block', this.#keep);
  }

  /** Returns a transaction of the mempool or the chain, or else one that was in a block at some time. */
  get(txid: string): NodeTransaction | undefined {
    return this.node.transaction(txid) ?? this.#mined.get(txid);
  }

  readonly #keep = (block: NodeBlock): void => {
    for (const transaction of transactionsOf(this.node, block.txids)) this.#mined.set(transaction.txid, transaction);
  };
}
