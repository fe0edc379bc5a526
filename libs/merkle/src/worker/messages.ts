import type { WhitelistProblem } from '../whitelist/whitelist-error.js';

/** A recipient as it was given. */
export interface Recipient {
  readonly address: string;
  /** Decimal digits. */
  readonly amount: string;
}

/** A number of lanes, a power of two; or as many as it takes to leave each so many rows, at most `most` (a power of two). */
export type LaneChoice = number | { readonly rowsPerLane: number; readonly most: number };

/** What a thread is told at its start. Functions do not travel: addresses and amounts are named by what reads them. */
export interface ThreadOptions {
  readonly source: 'csv' | 'recipients';
  /** Of addresses, without colon. */
  readonly prefix: string;
  /** 8 for BCH, 0 for tokens. */
  readonly decimals: number;
  readonly lanes: LaneChoice;
  readonly minAmount: bigint | undefined;
  readonly pool: bigint | undefined;
  readonly maxRows: number | undefined;
  readonly maxBytes: number | undefined;
}

/** What a thread is asked, one thing at a time. */
export type Request =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'recipients'; readonly recipients: readonly Recipient[] }
  | { readonly kind: 'finish' };

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
