import type { WhitelistProblem } from '../whitelist/whitelist-error.js';

/** A number of lanes, a power of two; or as many as it takes to leave each so many rows, at most `most` (a power of two). */
export type LaneChoice = number | { readonly rowsPerLane: number; readonly most: number };

/** What a thread is told at its start. */
export interface ThreadOptions {
  readonly lanes: LaneChoice;
}

/** What a thread is asked, one thing at a time. */
export type Request =
  /** Whole rows, packed. */
  { readonly kind: 'rows'; readonly rows: Uint8Array } | { readonly kind: 'finish' };

/** How far a tree is: rows read, or hashes done. */
export interface TreeProgress {
  readonly done: number;
  readonly total: number;
}

/** Each request's one answer. */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'built'; readonly blob: Uint8Array<ArrayBuffer>; readonly total: bigint }
  | {
      readonly kind: 'refused';
      readonly code: WhitelistProblem;
      readonly line: number;
      readonly reason: string;
      readonly firstLine: number | undefined;
    };

export type Reply = Answer | ({ readonly kind: 'progress' } & TreeProgress);
