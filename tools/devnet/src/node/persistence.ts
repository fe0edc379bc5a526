import { CorruptLogError, type StoredBlock, type StoredChain } from '../persistence/stored-chain.js';
import { DevnetNode } from './node.js';
import { NodeRejection, type ChainNode, type NodeOptions } from './node.types.js';
import { decodeHeader } from './primitives/block-header.js';
import { blockOf, type Block } from './primitives/block.js';
import { topologicalOrder } from './primitives/topological-order.js';
import { decodeTransactionHex, type Transaction } from './primitives/transaction.js';

const decodeKept = (hex: string): Transaction => {
  const transaction = decodeTransactionHex(hex);
  if (transaction === undefined) throw new CorruptLogError(`A kept transaction does not decode: ${hex.slice(0, 80)}`);
  return transaction;
};

const decodeBlock = ({ hash, header, transactions }: StoredBlock): Block => {
  const block = blockOf(decodeHeader(Buffer.from(header, 'hex')), transactions.map(decodeKept));
  if (block.hash !== hash) throw new CorruptLogError(`Block ${hash} has another header.`);
  return block;
};

/** Transactions the mempool would not take any more are left out, as a real node leaves them out when it starts. */
const refill = (node: DevnetNode, transaction: Transaction): void => {
  try {
    node.ledger.offer(transaction);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
  }
};

/**
 * A node with a chain that was kept: every block is connected again under the full rules.
 * Throws `CorruptLogError` or `NodeRejection` when the chain is not a valid one.
 */
export const restoreNode = (chain: StoredChain, options: Pick<NodeOptions, 'relayFee' | 'rules'> = {}): ChainNode => {
  const blocks = chain.blocks.map(decodeBlock);
  // The clock may have been set back since a block was mined: a block must not look as if it came from the future.
  const now = Math.max(0, ...blocks.map(({ header }) => header.time));
  const node = new DevnetNode({ ...options, now, premine: 0 });
  for (const block of blocks) node.ledger.connect(block);
  node.setTime(Math.floor(Date.now() / 1000) + chain.clockOffset);
  for (const transaction of topologicalOrder(chain.mempool.map(decodeKept))) refill(node, transaction);
  return node;
};
