import { RUNS } from '../support/runs.js';

/** Whether everything is tried, as in `npm run model:plans`, and not a sample of it. */
export const DEEP = RUNS(1) > 1;

/** Milliseconds for a search that may be long. */
export const LONG = 600_000;

/** All of a list, or every so many of it from a place on. */
export const sampled = <T>(list: readonly T[], every: number, from = 0): readonly T[] =>
  DEEP ? list : list.filter((_, index) => index % every === from % every);
