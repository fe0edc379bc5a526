import type { LaneChoice } from './messages.js';

/** Lanes for a number of rows. */
export const chooseLanes = (rows: number, choice: LaneChoice): number => {
  if (typeof choice === 'number') return choice;
  let lanes = 1;
  while (lanes < choice.most && lanes * choice.rowsPerLane < rows) lanes *= 2;
  return lanes;
};
