import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { transactionsOf } from '../electrum/index/chain-index.js';
import { displayHash } from '../electrum/merkle.js';
import type { ChainNode, NodeBlock, NodeTransaction } from '../node/node.types.js';
import { CorruptLogError, playLog, type LogEntry, type StoredBlock, type StoredChain } from './stored-chain.js';

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
  return playLog(
    lines.slice(0, -1).map((line, index) => parseLine(line, index + 1)),
    displayHash,
  );
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
