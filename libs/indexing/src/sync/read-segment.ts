import type { BlockHeader, IndexedBlock, SyncPosition } from '@weir/infra';
import { DeepReorganisationError, SyncPausedError, type SyncContext } from './sync.types.js';

/** The part of the chain that replaces or extends what is stored. */
export interface Segment {
  /** The first block that is indexed. */
  readonly startHeight: number;
  /** The highest stored block that the chain still has; below the start where there is none. */
  readonly forkHeight: number;
  /** The blocks above it, up to the highest with enough confirmations. */
  readonly blocks: readonly IndexedBlock[];
  /** The height up to which the chain is indexed. */
  readonly height: number;
  /** Hash of the tip when this was read, display order. */
  readonly tipHash: string;
  /** Number of stored blocks that are no longer on the chain. */
  readonly replaced: number;
}

/** Depth compared first: nodes reject reorganisations deeper than 10 blocks. */
const USUAL_DEPTH = 12;
/** Deepest reorganisation that is rolled back, blocks. */
const DEEPEST = 120;

const forkOf = (
  stored: readonly IndexedBlock[],
  hashAt: (height: number) => string | undefined,
): IndexedBlock | undefined => stored.findLast(({ height, hash }) => hashAt(height) === hash);

const toBlocks = (headers: readonly BlockHeader[], from: number): IndexedBlock[] =>
  headers.map(({ hash, time }, i) => ({ height: from + i, hash, time }));

/**
 * Compares the stored chain with the servers'. A lower tip proves nothing: another server may have more.
 *
 * @throws SyncPausedError while all servers lag behind what is stored
 * @throws DeepReorganisationError when none of the last blocks is on the chain any more
 * @throws ChainUnavailableError
 */
export const readSegment = async (
  { startHeight, top }: SyncPosition,
  { chain, sync, confirmations }: SyncContext,
): Promise<Segment> => {
  const tip = await chain.tip();
  const height = tip.height - confirmations + 1;
  if (tip.lagging || height < (top?.height ?? -1))
    throw new SyncPausedError(`The servers' tip, ${tip.height}, is lower than what was seen before`);
  const found = { startHeight, height, tipHash: tip.hash };
  if (top === undefined) {
    const headers = await chain.headersToTip(startHeight);
    return {
      ...found,
      forkHeight: startHeight - 1,
      blocks: toBlocks(headers, startHeight).filter((block) => block.height <= height),
      replaced: 0,
    };
  }
  for (const depth of [USUAL_DEPTH, DEEPEST]) {
    // The block below the replaced ones is the fork.
    const from = Math.max(startHeight, top.height - depth);
    const [headers, stored] = await Promise.all([chain.headersToTip(from), sync.blocksFrom(from)]);
    const blocks = toBlocks(headers, from);
    const fork =
      forkOf(stored, (at) => headers[at - from]?.hash)?.height ?? (from === startHeight ? startHeight - 1 : undefined);
    if (fork === undefined) continue;
    if (blocks.at(-1)?.hash !== tip.hash) throw new SyncPausedError('The chain moved while it was read');
    return {
      ...found,
      forkHeight: fork,
      blocks: blocks.filter((block) => block.height > fork && block.height <= height),
      replaced: top.height - fork,
    };
  }
  throw new DeepReorganisationError(
    `None of the last ${DEEPEST} blocks up to ${top.height} is on the chain any more: what is indexed stands still. If the servers show the right chain, read it anew: npm run reindex`,
  );
};
