import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { transactionsOf } from './electrum/index/chain-index.js';
import { ChainNode } from './node/node.js';
import { type NodeBlock, type NodeOptions, NodeRejection, type NodeTransaction } from './node/node.types.js';
import { type Block, blockOf, decodeHeader } from './node/primitives/block.js';
import { doubleSha256, toDisplayHash } from './node/primitives/hash.js';
import { decodeTransactionHex, topologicalOrder, type Transaction } from './node/primitives/transaction.js';

/** A block as kept: everything a node needs to connect it again, in hex. */
interface StoredBlock {
  readonly hash: string;
  readonly header: string;
  /** Hex, in block order with the coinbase first. */
  readonly transactions: readonly string[];
}

interface StoredChain {
  /** The blocks from height 1 on. */
  readonly blocks: readonly StoredBlock[];
  /** Unconfirmed transactions in hex, in order of arrival. */
  readonly mempool: readonly string[];
  /** Seconds by which the chain's clock was ahead of the real time. */
  readonly clockOffset: number;
}

type LogEntry =
  | { readonly block: StoredBlock }
  | { readonly disconnected: string }
  | { readonly transaction: { readonly txid: string; readonly hex: string } }
  | { readonly removed: string }
  | { readonly clockOffset: number };

/** The log does not describe a chain: it was altered, or written by another program. */
export class CorruptLogError extends Error {
  override readonly name = 'CorruptLogError';
}

/**
 * Replays a log. Returns the state at its end.
 * @throws CorruptLogError
 */
const playLog = (entries: readonly LogEntry[]): StoredChain => {
  const blocks: StoredBlock[] = [];
  const mempool = new Map<string, string>();
  let clockOffset = 0;
  for (const entry of entries) {
    if ('block' in entry) {
      blocks.push(entry.block);
      for (const hex of entry.block.transactions) mempool.delete(toDisplayHash(doubleSha256(Buffer.from(hex, 'hex'))));
    } else if ('disconnected' in entry) {
      const last = blocks.pop();
      if (last?.hash !== entry.disconnected) throw new CorruptLogError(`Block ${entry.disconnected} was not the tip.`);
    } else if ('transaction' in entry) {
      mempool.set(entry.transaction.txid, entry.transaction.hex);
    } else if ('removed' in entry) {
      mempool.delete(entry.removed);
    } else {
      ({ clockOffset } = entry);
    }
  }
  return { blocks, mempool: [...mempool.values()], clockOffset };
};

const fileName = 'chain.jsonl';

const storedBlock = ({ hash, header }: NodeBlock, transactions: readonly NodeTransaction[]): StoredBlock => ({
  hash,
  header,
  transactions: transactions.map(({ hex }) => hex),
});

const parseLine = (line: string, number: number): LogEntry => {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    throw new CorruptLogError(`Line ${number} of the chain's log cannot be read.`);
  }
};

/**
 * Reads the chain kept in a directory; undefined if there is none.
 * @throws CorruptLogError
 */
export const readChain = (directory: string): StoredChain | undefined => {
  const path = join(directory, fileName);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  // What follows the last line end is a write that the process did not complete.
  return playLog(lines.slice(0, -1).map((line, index) => parseLine(line, index + 1)));
};

/**
 * Keeps a node's chain and mempool in a directory from now on: every block and transaction that comes or goes is a
 * line, written before the call that caused it is answered; the clock is kept with each block and at the end. It
 * starts with a new file of the present state, so the log does not grow over restarts.
 * @returns a function that ends it
 */
export const keepChain = (node: ChainNode, directory: string): (() => void) => {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, fileName);
  const fresh = openSync(`${path}.new`, 'w');
  const append = (entry: LogEntry): void => void writeSync(fresh, `${JSON.stringify(entry)}\n`);
  const clock = (): LogEntry => ({ clockOffset: node.now() - Math.floor(Date.now() / 1000) });

  for (let height = 1; height <= node.tip.height; height += 1) {
    const block = node.blockAt(height);
    if (block !== undefined) append({ block: storedBlock(block, transactionsOf(node, block.txids)) });
  }
  for (const { hex, txid } of node.mempool()) append({ transaction: { txid, hex } });
  append(clock());
  fsyncSync(fresh);
  renameSync(`${path}.new`, path);

  const onBlock = (block: NodeBlock, transactions: readonly NodeTransaction[]): void => {
    append({ block: storedBlock(block, transactions) });
    append(clock());
  };
  const onDisconnected = ({ hash }: NodeBlock): void => append({ disconnected: hash });
  const onTransaction = ({ hex, txid }: NodeTransaction): void => append({ transaction: { txid, hex } });
  const onRemoved = (txid: string): void => append({ removed: txid });
  node
    .on('block', onBlock)
    .on('disconnected', onDisconnected)
    .on('transaction', onTransaction)
    .on('removed', onRemoved);
  return () => {
    node
      .off('block', onBlock)
      .off('disconnected', onDisconnected)
      .off('transaction', onTransaction)
      .off('removed', onRemoved);
    append(clock());
    closeSync(fresh);
  };
};

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
const refill = (node: ChainNode, transaction: Transaction): void => {
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
  const node = new ChainNode({ ...options, now, premine: 0 });
  for (const block of blocks) node.connectKept(block);
  node.setTime(Math.floor(Date.now() / 1000) + chain.clockOffset);
  for (const transaction of topologicalOrder(chain.mempool.map(decodeKept))) refill(node, transaction);
  return node;
};
