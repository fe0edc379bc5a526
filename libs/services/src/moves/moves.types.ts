/** Which streams a recipient moves: those that are named, or all that can be. */
export interface MoveSelection {
  readonly streamIds?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
}

/** A recipient's request to move to another address. */
export interface AnnounceInput extends MoveSelection {
  /** The new address. */
  readonly to: string;
}

/** Why a stream is not moved. */
export type LeftOutCode =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'OTHER_ADDRESS'
  | 'NOT_TRANSFERABLE'
  | 'UNDER_NOTICE'
  | 'NOT_MINED'
  | 'NO_MOVE'
  | 'MOVES_THERE_ALREADY'
  | 'DELAY_NOT_OVER'
  | 'RESERVE_FULL'
  | 'LOCK_MOVES_ALONE'
  | 'WRONG_STATE';

/** A stream that is left out, and why. */
export interface NotMoved {
  readonly id: string;
  readonly code: LeftOutCode;
  readonly reason: string;
  /** Of a move whose delay is not over: the first block that may finish it. */
  readonly availableAtHeight?: number | null;
}
