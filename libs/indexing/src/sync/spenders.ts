import { binToHex } from '@bitauth/libauth';
import type { MinedTransaction } from './read-mined.js';

/** An outpoint as a key. */
export const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;

/** A transaction, and its place in the script's history. */
interface Spender {
  readonly mined: MinedTransaction;
  readonly position: number;
}

/** What the transactions of one block spend. */
export type BlockSpenders = ReadonlyMap<string, Spender>;

/** The same, block by block, in their order. Made once for all contracts at a script: a plan has hundreds. */
export type Spenders = readonly BlockSpenders[];

/** @param history in the order of the blocks */
export const toSpenders = (history: readonly MinedTransaction[]): Spenders => {
  const blocks = new Map<number, Map<string, Spender>>();
  for (const [position, mined] of history.entries()) {
    const block = blocks.get(mined.block.height) ?? new Map<string, Spender>();
    blocks.set(mined.block.height, block);
    for (const { outpointTransactionHash, outpointIndex } of mined.transaction.inputs)
      block.set(outpointKey(binToHex(outpointTransactionHash), outpointIndex), { mined, position });
  }
  return [...blocks.values()];
};
