import { laneShapeOf } from '../whitelist/lane-shape.js';
import { WhitelistTree } from '../whitelist/whitelist-tree.js';
import { chooseLanes } from './choose-lanes.js';
import type { LaneChoice, Recipient, Request, ThreadOptions, TreeProgress } from './messages.js';
import { WhitelistThread } from './whitelist-thread.js';

export { chooseLanes } from './choose-lanes.js';
export type { LaneChoice, Recipient, TreeProgress } from './messages.js';

/** How a list is read and its tree built. Amounts are base units. */
export interface BuildOptions {
  /** Of the network's addresses, without colon: `bitcoincash`, `bchtest`, `bchreg`. */
  readonly prefix: string;
  /** Decimals of an amount: 8 for BCH, 0 for tokens. */
  readonly decimals: number;
  /** Default 1. */
  readonly lanes?: LaneChoice | undefined;
  /** Least amount of a row: 546 for BCH. Default 1. */
  readonly minAmount?: bigint | undefined;
  /** What the rows may sum up to. */
  readonly pool?: bigint | undefined;
  readonly maxRows?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Told how many of how many hashes are done. */
  readonly onProgress?: ((progress: TreeProgress) => void) | undefined;
  /** Gives up, at once. */
  readonly signal?: AbortSignal | undefined;
}

/** A tree, and what its rows sum up to in base units. */
export interface BuiltTree {
  readonly tree: WhitelistTree;
  readonly total: bigint;
}

/** Recipients sent to the thread at once. */
const BATCH = 10_000;

type Feed = Exclude<Request, { kind: 'finish' }>;
type Source<T> = AsyncIterable<T> | Iterable<T>;

const run = async (source: ThreadOptions['source'], feeds: Source<Feed>, options: BuildOptions): Promise<BuiltTree> => {
  const { prefix, decimals, lanes = 1, minAmount, pool, maxRows, maxBytes, onProgress, signal } = options;
  signal?.throwIfAborted();
  laneShapeOf(1, chooseLanes(Infinity, lanes));
  const thread = new WhitelistThread(
    { source, prefix, decimals, lanes, minAmount, pool, maxRows, maxBytes },
    onProgress,
  );
  const abort = () => void thread.stop(new Error('The building of a tree was given up', { cause: signal?.reason }));
  signal?.addEventListener('abort', abort);
  try {
    for await (const feed of feeds) await thread.push(feed);
    const { blob, total } = await thread.finish();
    return { tree: WhitelistTree.restore(blob), total };
  } finally {
    signal?.removeEventListener('abort', abort);
    await thread.stop();
  }
};

async function* bytesOf(pieces: Source<Uint8Array>): AsyncGenerator<Feed> {
  for await (const bytes of pieces) yield { kind: 'bytes', bytes };
}

function* batchesOf(recipients: readonly Recipient[]): Generator<Feed> {
  for (let at = 0; at < recipients.length; at += BATCH)
    yield { kind: 'recipients', recipients: recipients.slice(at, at + BATCH) };
}

/**
 * Reads a list of recipients from its CSV bytes and builds its tree in a thread of its own, so that the caller's event loop
 * stays free. Pieces are asked for as fast as they are read and no faster; the tree's memory is handed over, not copied.
 *
 * @throws WhitelistError naming the line that is refused; RangeError for lanes that are no power of two; whatever the pieces
 *   throw; an Error when given up.
 */
export const buildWhitelistTree = (pieces: Source<Uint8Array>, options: BuildOptions): Promise<BuiltTree> =>
  run('csv', bytesOf(pieces), options);

/**
 * The same for recipients that came otherwise: errors name the row, counted from 1.
 *
 * @throws WhitelistError; RangeError for lanes that are no power of two; an Error when given up.
 */
export const buildWhitelistTreeOf = (recipients: readonly Recipient[], options: BuildOptions): Promise<BuiltTree> =>
  run('recipients', batchesOf(recipients), options);
