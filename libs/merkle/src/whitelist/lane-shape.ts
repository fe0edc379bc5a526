/** Most levels of a lane's tree: a claim's proof stays within what nodes relay. */
export const MAX_LANE_DEPTH = 20;
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
 * @throws RangeError when the number of lanes is no power of two from 1 to 65,536, or the rows do not fit
 */
export const laneShapeOf = (rows: number, lanes = 1): LaneShape => {
  if (!Number.isInteger(Math.log2(lanes)) || lanes < 1 || lanes > MAX_LANES)
    throw new RangeError(`${lanes} lanes: no power of two within 1 and ${MAX_LANES}`);
  if (!Number.isInteger(rows) || rows < 1) throw new RangeError(`${rows} rows`);
  const longest = Math.ceil(rows / lanes);
  let laneDepth = 0;
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
