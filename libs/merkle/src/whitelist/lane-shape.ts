import { MAX_LANE_DEPTH } from '@weir/kinds';
import { sha256Short } from '../hashing/sha256.js';
import { HASH_LENGTH } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';

/**
 * Leaf of a paid row and of an empty place: SHA-256 of one zero byte, as in the covenants. Not 32 zero bytes, which
 * wallets could take for the placeholder of a key.
 */
export const SPENT_MARKER: Uint8Array = sha256Short(Uint8Array.of(0));

/**
 * Returns the leaf of a row: double SHA-256 of the public key hash and the amount, 8 bytes little-endian. No inner
 * node can equal it.
 *
 * @param hash 20 bytes
 * @param amount base units, below 2^64
 */
export const leafOfRow = (hash: Uint8Array, amount: bigint): Uint8Array<ArrayBuffer> => {
  const row = new Uint8Array(ROW_LENGTH);
  row.set(hash);
  new DataView(row.buffer).setBigUint64(HASH_LENGTH, amount, true);
  return sha256Short(sha256Short(row));
};

/** Most lanes: their number has two bytes in the state. */
export const MAX_LANES = 65_536;

/**
 * How a campaign's rows are distributed: lane k is the k-th subtree of equal depth, with rows k, k + lanes, k + 2
 * lanes and so on.
 */
export interface LaneShape {
  /** A power of two. */
  readonly lanes: number;
  /** Levels of each lane's tree, which has 2^laneDepth places. */
  readonly laneDepth: number;
}

/** Returns the number of leaves of all lanes together. */
export const leafCountOf = ({ lanes, laneDepth }: LaneShape): number => lanes * 2 ** laneDepth;

/**
 * Returns the shape for a number of rows: each lane as shallow as its rows allow. Rows are dealt out in turns, so
 * that no lane has more than one row more than another.
 *
 * @throws RangeError when the number of lanes is not a power of two from 1 to 65,536, or the rows do not fit
 */
export const laneShapeOf = (rows: number, lanes = 1): LaneShape => {
  if (!Number.isInteger(Math.log2(lanes)) || lanes < 1 || lanes > MAX_LANES)
    throw new RangeError(`${lanes} lanes: must be a power of two from 1 to ${MAX_LANES}`);
  if (!Number.isInteger(rows) || rows < 1) throw new RangeError(`${rows} rows`);
  const longest = Math.ceil(rows / lanes);
  // The covenant of a lane climbs one level at least.
  let laneDepth = 1;
  while (2 ** laneDepth < longest) laneDepth += 1;
  if (laneDepth > MAX_LANE_DEPTH) throw new RangeError(`${rows} rows do not fit ${lanes} lanes`);
  return { lanes, laneDepth };
};

/** Returns the lane of a row, both counted from 0. */
export const laneOfRow = (row: number, { lanes }: LaneShape): number => row % lanes;

/** Returns the place of a row's leaf in the whole tree's list of leaves, counted from 0. */
export const leafOfRowAt = (row: number, { lanes, laneDepth }: LaneShape): number =>
  (row % lanes) * 2 ** laneDepth + Math.floor(row / lanes);

/** Returns the node of the whole tree that is a lane's root; the tree's own root is node 0. */
export const nodeOfLane = (lane: number, { lanes }: LaneShape): number => 2 * lanes - 2 - lane;
