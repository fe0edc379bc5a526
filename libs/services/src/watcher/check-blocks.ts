import type { UnfinalTransition } from '@weir/infra';
import type { StreamContext } from '../streams/stream-context.js';

/** Blocks on top of a transaction's own that make it final: nodes take no longer reorganisations. */
const FINAL_DEPTH = 10;
/** Headers asked for at a time. */
const CONCURRENCY = 16;
/** Blocks after which a lost funding is given up: the two weeks after which nodes drop transactions that are not mined. */
const LOST_FOR_BLOCKS = 2_016;

/** Hashes of the active chain's blocks at some heights; none for heights above the tip. */
const hashesAt = async (heights: readonly number[], { chain }: StreamContext): Promise<ReadonlyMap<number, string>> => {
  const hashes = new Map<number, string>();
  for (let i = 0; i < heights.length; i += CONCURRENCY) {
    const some = heights.slice(i, i + CONCURRENCY);
    const headers = await Promise.all(some.map((height) => chain.header(height)));
    headers.forEach((header, j) => {
      const height = some[j];
      if (header !== undefined && height !== undefined) hashes.set(height, header.hash);
    });
  }
  return hashes;
};

const heightsOf = (steps: readonly UnfinalTransition[]): number[] => [...new Set(steps.flatMap(({ block }) => (block === null ? [] : [block.height])))];

/**
 * Compares the blocks of all steps that are not final with the chain, and marks those buried deep enough as final.
 * Lagging servers change nothing.
 *
 * @returns the streams whose steps are in blocks that the chain has others for, or whose cancels are not mined
 * @throws ChainUnavailableError
 */
export const checkBlocks = async (context: StreamContext): Promise<ReadonlySet<string>> => {
  const { watch } = context.streams;
  const { height, lagging } = await context.chain.tip();
  if (lagging) return new Set();
  const steps = await watch.unfinalTransitions();
  const hashes = await hashesAt(heightsOf(steps), context);
  const stands = ({ block }: UnfinalTransition) => block !== null && hashes.get(block.height) === block.hash;
  const final = steps.flatMap(({ block }) => (block !== null && hashes.get(block.height) === block.hash && height - block.height >= FINAL_DEPTH ? [block.hash] : []));
  await watch.finalise([...new Set(final)]);
  await watch.forgetLostFundings(height - LOST_FOR_BLOCKS);
  const doubtful = steps.filter((step) => (step.block === null ? step.kind === 'cancel' : !stands(step)));
  return new Set(doubtful.map(({ resourceId }) => resourceId));
};
