import type { ChainNode } from '../../node/node.js';
import type { NodeTransaction } from '../../node/node.types.js';
import { outpointKey } from '../../node/primitives/transaction.js';
import { ConfirmedIndex } from './confirmed-index.js';
import type { BlockChange, IndexChange, IndexedOutput, Touched, TransactionLookup } from './indexed-output.js';
import { MempoolIndex } from './mempool-index.js';

export const untouched = (): Touched => ({ tip: false, scripthashes: new Set(), txids: new Set() });

/**
 * The server's own index over the node: the blocks, and a mempool on top of them. Only `apply` changes it, so it may
 * lag behind the node.
 */
export class ChainIndex {
  readonly confirmed: ConfirmedIndex;
  readonly mempool = new MempoolIndex();

  /** @param lookup finds every transaction of the blocks that the index is given */
  constructor(lookup: TransactionLookup) {
    this.confirmed = new ConfirmedIndex(lookup);
  }

  /** Loads the node's current state. To be called once, before any change is applied. */
  load(node: ChainNode): void {
    const touched = untouched();
    for (let height = 0; height <= node.tip.height; height += 1) {
      const block = node.blockAt(height);
      if (block === undefined) throw new Error(`The node has no block at height ${height}.`);
      this.#connect(touched, { kind: 'connect', block, transactions: transactionsOf(node, block.txids) });
    }
    for (const transaction of node.mempool()) this.#enter(touched, transaction);
  }

  /** Applies one change, and adds to `touched` what it altered. */
  apply(change: IndexChange, touched: Touched): void {
    switch (change.kind) {
      case 'connect':
        this.#connect(touched, change);
        break;
      case 'disconnect':
        this.#disconnect(touched, change);
        break;
      case 'enter':
        this.#enter(touched, change.transaction);
        break;
      case 'leave':
        this.#leave(touched, change.txid);
    }
  }

  /** Returns an unspent output, taking the mempool into account. */
  output(outpoint: string): IndexedOutput | undefined {
    if (this.mempool.spender(outpoint) !== undefined) return undefined;
    return this.mempool.outputs.get(outpoint) ?? this.confirmed.unspent.get(outpoint);
  }

  #connect(touched: Touched, { block, transactions }: BlockChange): void {
    for (const transaction of transactions) {
      for (const input of transaction.inputs) {
        const rival = this.mempool.spender(outpointKey(input.txid, input.vout));
        if (rival !== undefined && rival !== transaction.txid) this.#leave(touched, rival);
      }
      this.#touch(touched, transaction);
      this.mempool.remove(transaction.txid);
    }
    for (const scripthash of this.confirmed.connect(block, transactions)) touched.scripthashes.add(scripthash);
    touched.tip = true;
  }

  #disconnect(touched: Touched, { block, transactions }: BlockChange): void {
    for (const scripthash of this.confirmed.disconnect(block.hash, transactions)) touched.scripthashes.add(scripthash);
    for (const transaction of transactions) this.#touch(touched, transaction);
    touched.tip = true;
  }

  #enter(touched: Touched, transaction: NodeTransaction): void {
    if (this.mempool.has(transaction.txid) || this.confirmed.entry(transaction.txid) !== undefined) return;
    this.mempool.add(transaction, (outpoint) => this.confirmed.unspent.get(outpoint));
    this.#touch(touched, transaction);
  }

  /** Removes a transaction from the mempool together with its descendants, which cannot stay without it. */
  #leave(touched: Touched, txid: string): void {
    const transaction = this.mempool.transaction(txid);
    if (transaction === undefined) return;
    this.#touch(touched, transaction);
    for (const child of this.mempool.children(txid, transaction.outputs.length)) this.#leave(touched, child);
    this.mempool.remove(txid);
  }

  /**
   * Marks a transaction, its script hashes, and those of its mempool children, whose history lines show 0 or -1
   * depending on it.
   */
  #touch(touched: Touched, transaction: NodeTransaction): void {
    const { txid } = transaction;
    touched.txids.add(txid);
    for (const affected of [txid, ...this.mempool.children(txid, transaction.outputs.length)]) {
      for (const scripthash of this.mempool.scripthashesOf(affected)) touched.scripthashes.add(scripthash);
    }
  }
}

/** Returns the transactions of a block in block order. */
export const transactionsOf = (node: ChainNode, txids: readonly string[]): NodeTransaction[] =>
  txids.map((txid) => {
    const transaction = node.transaction(txid);
    if (transaction === undefined) throw new Error(`The node does not know transaction ${txid} of its own block.`);
    return transaction;
  });
