import type { UnfinalTransition } from '@weir/infra';
import { FINAL_DEPTH } from '../../shared/final-depth.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';

/** Blocks after which a lost funding is given up: two weeks, after which nodes drop unmined transactions. */
const LOST_FOR_BLOCKS = 2_016;

/**
 * Compares the blocks of all steps that are not final with the chain, and marks steps that are deep enough as final.
 *
 * @returns the streams whose steps are in blocks that the chain does not hold, or not mined: so that a lost
 *   notification of a
 * block does no harm
 * @throws ChainUnavailableError also while all servers lag
 */
export const checkBlocks = async ({ streams, chain }: StreamContext): Promise<ReadonlySet<string>> => {
  const { watch } = streams;
  const steps = await watch.unfinalTransitions();
  const active = await readActiveChain(
    chain,
    steps.map(({ block }) => block),
  );
  const isBuried = ({ block }: UnfinalTransition): boolean =>
    block !== null && active.holds(block) && active.tipHeight - block.height >= FINAL_DEPTH;
  const final = steps.filter(isBuried).flatMap(({ block }) => (block === null ? [] : [block.hash]));
  await watch.finalise([...new Set(final)]);
  await watch.forgetLostFundings(active.tipHeight - LOST_FOR_BLOCKS);
  const isDoubtful = ({ block }: UnfinalTransition): boolean => block === null || !active.holds(block);
  return new Set(steps.filter(isDoubtful).map(({ resourceId }) => resourceId));
};
