import type { LaneChoice } from './messages.js';

/**
 * Chooses the number of lanes for a number of rows, a power of two.
 *
 * @example
 * chooseLanes(200, { rowsPerLane: 64, most: 16 }); // 4
 */
export const chooseLanes = (rows: number, choice: LaneChoice): number => {
  if (typeof choice === 'number') return choice;
  let lanes = 1;
  while (lanes < choice.most && lanes * choice.rowsPerLane < rows) lanes *= 2;
  return lanes;
};
