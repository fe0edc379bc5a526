import { ListError } from '../lists/list-error.js';
import { laneShapeOf } from '../whitelist/lane-shape.js';
import { WhitelistTree } from '../whitelist/whitelist-tree.js';
import { chooseLanes, type LaneChoice, type TreeProgress } from './messages.js';
import { WhitelistThread } from './whitelist-thread.js';

export { chooseLanes, type LaneChoice, type TreeProgress } from './messages.js';

/** How a tree is built in a thread. */
export interface TreeBuildOptions {
  /** Default 1. */
  readonly lanes?: LaneChoice | undefined;
  /** Receives how many of how many hashes are done. */
  readonly onProgress?: ((progress: TreeProgress) => void) | undefined;
  /** Aborts the build at once. */
  readonly signal?: AbortSignal | undefined;
}

/** A tree, and the sum of its rows, base units. */
export interface BuiltTree {
  readonly tree: WhitelistTree;
  readonly total: bigint;
}

/**
 * Builds the tree of packed rows (see `packCsv` and `packRecipients`) in a thread of its own, so that the caller's
 * event loop stays free. Rows are pulled only as fast as they are processed; the tree's memory is transferred, not
 * copied.
 *
 * @throws ListError DUPLICATE_ADDRESS or EMPTY
 * @throws RangeError for lanes that are not a power of two
 * @throws Error for bytes that are not a whole rows, or when aborted; and the errors of the rows, with the
 *   duplicates where that is a ListError
 */
export const buildWhitelistTree = async (
  rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { lanes = 1, onProgress, signal }: TreeBuildOptions,
): Promise<BuiltTree> => {
  signal?.throwIfAborted();
  laneShapeOf(1, chooseLanes(Infinity, lanes));
  const thread = new WhitelistThread({ lanes }, onProgress);
  const abort = () => void thread.stop(new Error('Building the tree was cancelled', { cause: signal?.reason }));
  signal?.addEventListener('abort', abort);
  try {
    try {
      for await (const each of rows) await thread.push(each);
    } catch (error) {
      throw error instanceof ListError ? await thread.withDuplicates(error) : error;
    }
    const { blob, total } = await thread.finish();
    return { tree: WhitelistTree.restore(blob), total };
  } finally {
    signal?.removeEventListener('abort', abort);
    await thread.stop();
  }
};
