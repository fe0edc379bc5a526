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

/**
 * Offers a transaction to the mempool again. One that is not valid any more is left out, as when a real node starts.
 */
const refill = (node: DevnetNode, transaction: Transaction): void => {
  try {
    node.ledger.offer(transaction);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
  }
};

/**
 * Restores a node from a kept chain: every block is connected again under all the rules.
 * @throws CorruptLogError, NodeRejection if the chain is not valid
 */
export const restoreNode = (chain: StoredChain, options: Pick<NodeOptions, 'relayFee'> = {}): ChainNode => {
  const blocks = chain.blocks.map(decodeBlock);
  // The clock may have been set back since a block was mined; then the block must not seem to come from the future.
  const now = Math.max(0, ...blocks.map(({ header }) => header.time));
  const node = new DevnetNode({ ...options, now, premine: 0 });
  for (const block of blocks) node.connectKept(block);
  node.setTime(Math.floor(Date.now() / 1000) + chain.clockOffset);
  for (const transaction of topologicalOrder(chain.mempool.map(decodeKept))) refill(node, transaction);
  return node;
};
