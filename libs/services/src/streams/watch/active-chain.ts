import { ChainLaggingError, type Block, type ChainReader } from '@weir/infra';

/** A stretch of the chain up to the highest tip seen, read from one server at a time. */
export interface ActiveChain {
  readonly tipHeight: number;
  /** Whether a block is in it. */
  holds(block: Block): boolean;
  /** Whether it has another block at this block's height: the block is off the chain. False above the tip. */
  replaces(block: Block): boolean;
}

/**
 * Reads the chain from the lowest of some blocks on.
 *
 * @throws ChainUnavailableError also while all servers lag
 */
export const readActiveChain = async (
  chain: Pick<ChainReader, 'headersToTip' | 'tip'>,
  blocks: readonly (Block | null)[],
): Promise<ActiveChain> => {
  const heights = blocks.flatMap((block) => (block === null ? [] : [block.height]));
  const from = heights.reduce((lowest, height) => Math.min(lowest, height), Infinity);
  const tip = await chain.tip();
  if (tip.lagging) throw new ChainLaggingError('All servers report a lower tip than before');
  const headers = heights.length === 0 ? [] : await chain.headersToTip(from);
  const hashAt = (height: number): string | undefined => headers[height - from]?.hash;
  return {
    tipHeight: headers.length === 0 ? tip.height : from + headers.length - 1,
    holds: ({ height, hash }) => hashAt(height) === hash,
    replaces({ height, hash }) {
      const there = hashAt(height);
      return there !== undefined && there !== hash;
    },
  };
};
