import type { PlanRowInput } from '@weir/api-contract/words';

export type {
  CreatePlanInput,
  ListLabelsQuery,
  ListPlansQuery,
  PlanRowInput,
  ShapeInput,
} from '@weir/api-contract/words';

export interface RowFault {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Line of the CSV, from 1, header and empty lines included. */
  readonly line?: number | undefined;
  readonly field: string | null;
  readonly code: string;
  readonly reason: string;
}

/** What the sender does to streams of a plan by one signature. */
export type { PlanMoveKind } from '@weir/covenants';

/** Which streams of a plan to move. */
export interface MoveRequest {
  readonly streamIds: readonly string[];
  /** The streams of the answer before: those that have moved since are left out. */
  readonly previous?: readonly { readonly id: string; readonly state: string }[] | undefined;
}

/** A stream that is left out of a move. */
export interface LeftOut {
  readonly id: string;
  readonly code:
    | 'NOT_FOUND'
    | 'NOT_FUNDED'
    | 'STATE_MOVED'
    | 'NOT_CANCELABLE'
    | 'NOT_PAUSABLE'
    | 'NOTICE_NOT_OVER'
    | 'WRONG_STATE';
  readonly reason: string;
  /** Of NOTICE_NOT_OVER: first block after the notice; null until the pause is mined. */
  readonly availableAtHeight?: number | null;
}

/** A list of recipients as it arrives: rows, or CSV. */
export type ListInput =
  | { readonly kind: 'rows'; readonly rows: readonly PlanRowInput[] }
  | { readonly kind: 'csv'; readonly csv: Uint8Array | string };
