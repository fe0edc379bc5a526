import type { ChainNode, NodeBlock } from './node.types.js';

/** The number of blocks after which the median time past has caught up with the clock. */
const MEDIAN_SPAN = 11;

/**
 * Mines blocks until the median time past has advanced by more than `seconds`, so that whatever becomes due within
 * that time is due.
 *
 * @returns the mined blocks
 */
export const passTime = (node: ChainNode, seconds: number): readonly NodeBlock[] => {
  // One more second, since a transaction's locktime has to lie below the median time past.
  const until = node.tip.medianTimePast + seconds + 1;
  const mined: NodeBlock[] = [];
  // Blocks mined faster than one a second are ahead of the clock, so that one round may fall short.
  for (let left = seconds + 1; left > 0; left = until - node.tip.medianTimePast) {
    node.advanceTime(left);
    mined.push(...node.mine(MEDIAN_SPAN));
  }
  return mined;
};
