/** A block as kept: everything a node needs to connect it again, in hex. */
export interface StoredBlock {
  readonly hash: string;
  readonly header: string;
  /** Hex, in block order with the coinbase first. */
  readonly transactions: readonly string[];
}

/** A chain as kept. */
export interface StoredChain {
  /** The blocks from height 1 on. */
  readonly blocks: readonly StoredBlock[];
  /** Unconfirmed transactions in hex, in order of arrival. */
  readonly mempool: readonly string[];
  /** Seconds by which the chain's clock was ahead of the real time. */
  readonly clockOffset: number;
}

/** A line of the log. */
export type LogEntry =
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
 * @param txidOf hashes a transaction given in hex
 * @throws CorruptLogError
 */
export const playLog = (entries: Iterable<LogEntry>, txidOf: (hex: string) => string): StoredChain => {
  const blocks: StoredBlock[] = [];
  const mempool = new Map<string, string>();
  let clockOffset = 0;
  for (const entry of entries) {
    if ('block' in entry) {
      blocks.push(entry.block);
      for (const hex of entry.block.transactions) mempool.delete(txidOf(hex));
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
