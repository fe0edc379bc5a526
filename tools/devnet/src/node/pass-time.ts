import type { ChainNode, NodeBlock } from './node.types.js';

/** Blocks after which the median time has caught up with the clock. */
const MEDIAN_SPAN = 11;

/**
 * Lets time pass on a chain, until what is due so much later than its median time is due.
 *
 * @returns the blocks that were mined
 */
export const passTime = (node: ChainNode, seconds: number): readonly NodeBlock[] => {
  // One more: a transaction's locktime lies below the median time.
  const until = node.tip.medianTimePast + seconds + 1;
  const mined: NodeBlock[] = [];
  // Blocks that were mined faster than one a second are ahead of the clock, and the clock is then short of them.
  for (let left = seconds + 1; left > 0; left = until - node.tip.medianTimePast) {
    node.advanceTime(left);
    mined.push(...node.mine(MEDIAN_SPAN));
  }
  return mined;
};
