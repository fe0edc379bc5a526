import { outpointKey, outpointOf } from '@weir/covenants';
import type { MinedTransaction } from './read-mined.js';

/** A transaction and its position in the script's history. */
interface Spender {
  readonly mined: MinedTransaction;
  readonly position: number;
}

/** The spending transactions of one block by outpoint. */
export type BlockSpenders = ReadonlyMap<string, Spender>;

/** The same for all blocks in order. Built once for all contracts at a script: a plan has hundreds. */
export type Spenders = readonly BlockSpenders[];

/** Indexes a script's mined transactions by the outpoints they spend. @param history in block order */
export const toSpenders = (history: readonly MinedTransaction[]): Spenders => {
  const blocks = new Map<number, Map<string, Spender>>();
  for (const [position, mined] of history.entries()) {
    const block = blocks.get(mined.block.height) ?? new Map<string, Spender>();
    blocks.set(mined.block.height, block);
    for (const input of mined.transaction.inputs) block.set(outpointKey(outpointOf(input)), { mined, position });
  }
  return [...blocks.values()];
};
