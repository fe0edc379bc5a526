import { ChainLaggingError, type Block, type ChainReader } from '@weir/infra';

/**
 * Reads the stretch of the chain from the lowest of some blocks up to the highest tip seen, from one server at a time.
 *
 * @throws ChainUnavailableError also while all servers lag
 */
export const readActiveChain = async (
  chain: Pick<ChainReader, 'headersToTip' | 'tip'>,
  blocks: readonly (Block | null)[],
) => {
  const heights = blocks.flatMap((block) => (block === null ? [] : [block.height]));
  const from = heights.reduce((lowest, height) => Math.min(lowest, height), Infinity);
  const tip = await chain.tip();
  if (tip.lagging) throw new ChainLaggingError('All servers report a lower tip than before');
  const headers = heights.length === 0 ? [] : await chain.headersToTip(from);
  const hashAt = (height: number): string | undefined => headers[height - from]?.hash;
  return {
    tipHeight: headers.length === 0 ? tip.height : from + headers.length - 1,
    /** Whether a block is in it. */
    holds: ({ height, hash }: Block): boolean => hashAt(height) === hash,
    /** Whether it has another block at this block's height: the block is off the chain. False above the tip. */
    replaces({ height, hash }: Block): boolean {
      const there = hashAt(height);
      return there !== undefined && there !== hash;
    },
  };
};

export type ActiveChain = Awaited<ReturnType<typeof readActiveChain>>;
