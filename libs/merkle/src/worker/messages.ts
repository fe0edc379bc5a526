import type { ListError } from '../lists/list-error.js';

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

/**
 * A number of lanes, a power of two; or as many as leave each at most `rowsPerLane` rows, but no more than `most` (a
 * power of two).
 */
export type LaneChoice = number | { readonly rowsPerLane: number; readonly most: number };

/** What a thread is given at its start. */
export interface ThreadOptions {
  readonly lanes: LaneChoice;
}

/** What a thread is asked, one request at a time. */
export type Request =
  /** Whole rows, packed. */
  | { readonly kind: 'rows'; readonly rows: Uint8Array }
  /** Whether there are duplicates so far. */
  | { readonly kind: 'check' }
  | { readonly kind: 'finish' };

/** Progress of a build: hashes done. */
export interface TreeProgress {
  readonly done: number;
  readonly total: number;
}

/** What the thread answers: rows taken, a tree built, or why a list is refused. */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'built'; readonly blob: Uint8Array<ArrayBuffer>; readonly total: bigint }
  | ({ readonly kind: 'refused' } & Pick<ListError, 'problems' | 'unit' | 'count'>);

/** Everything that a thread sends. */
export type Reply = Answer | ({ readonly kind: 'progress' } & TreeProgress);
