import type { PaymentInterval, PlanKind, PlanStatus, TokenType } from '@weir/api-contract/words';
import type { PlanRecord, PlanFundingRecord, StreamRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { FundingProposal } from '../shared/vaults/new-sender.js';

/** A well-known vesting curve, made of streams that share one amount. Percentages have up to 4 decimals. */
export type ShapeInput =
  /** So many percent unlock at the start, the rest by the second until the end. */
  | { readonly kind: 'upfront-and-tail'; readonly upfrontPercent: number }
  /** Nothing for some months of 30 days, then what has accrued, then a step each month. */
  | { readonly kind: 'cliff-and-monthly'; readonly cliffMonths: number; readonly months: number }
  /** So many percent at each time, 100 in all; the last takes what rounding leaves. */
  | {
      readonly kind: 'tranches';
      readonly tranches: readonly { readonly time: number; readonly percent: number }[];
    }
  /** By x to the power of the exponent, in so many straight pieces. */
  | { readonly kind: 'exponential'; readonly exponent: number; readonly pieces: number };

/** When the parts of a row fall due. Times are Unix seconds. */
export interface PlanTimesInput {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Nothing vests before it. */
  readonly cliff?: number | undefined;
  /** Seconds. */
  readonly step?: number | undefined;
  /** Of salaries. */
  readonly interval?: PaymentInterval | undefined;
  readonly shape?: ShapeInput | undefined;
}

/** One row of a list: a recipient and what they get. */
export interface PlanRowInput extends PlanTimesInput {
  readonly recipient: string;
  /** All of it; of salaries that of a period. */
  readonly amount: number | string;
  readonly label?: string | undefined;
}

/** The terms of a new plan as a client sends them. They apply to rows that leave them out. */
export interface CreatePlanInput extends PlanTimesInput {
  readonly product: PlanKind;
  readonly sender?: string | undefined;
  /** uuid of the vault that funds it. */
  readonly vaultId?: string | undefined;
  readonly tokenType?: TokenType | undefined;
  readonly tokenCategory?: string | undefined;
  readonly cancelable?: boolean | undefined;
  readonly pausable?: boolean | undefined;
  readonly cancelNoticeBlocks?: number | undefined;
  readonly cancelFills?: number | undefined;
  readonly description?: string | undefined;
  /** Its list: `streams`, or CSV. */
  readonly streams?: readonly PlanRowInput[] | undefined;
  readonly csv?: string | undefined;
}

/** A fault of one row of a list. */
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
export type PlanMoveKind = 'cancel' | 'pause' | 'resume';

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
}

/** The terms that all rows of a plan share. Times in Unix seconds. */
export interface PlanTermsView {
  readonly product: PlanKind;
  readonly sender: string;
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  readonly cancelNoticeBlocks: number;
  /** Satoshis that one payment may take of a stream's reserve. */
  readonly feeBound: number;
  /** How many payments' fees a cancel leaves in the reserve for its notice. */
  readonly cancelFills: number;
}

/** A plan as the use cases return it. To others than the sender `vaultId` and `description` are null. */
export interface PlanView
  extends
    PlanTermsView,
    Pick<PlanRecord, 'id' | 'planId' | 'vaultId' | 'description' | 'status' | 'expiresAt' | 'createdAt' | 'updatedAt'> {
  /** How many streams there are, and what they hold together; others than the sender see only the funded ones. */
  readonly streams: number;
  readonly totalAmount: bigint;
  readonly parts: number;
  readonly partsFunded: number;
}

/** A funding of a plan. */
export type PlanPartView = Pick<PlanFundingRecord, 'part' | 'streams' | 'status' | 'fundingTxHash' | 'category'>;

/** A plan with its fundings. */
export interface PlanDetail {
  readonly plan: PlanView;
  readonly fundings: readonly PlanPartView[];
  /** What members of the funding vault propose next; undefined for others, and where everything is funded. */
  readonly proposal: FundingProposal | undefined;
  /** Counts the streams by status; PENDING ones are not funded. */
  readonly statuses: Readonly<Partial<Record<StreamRecord['status'], number>>>;
}

/** Whose plans are listed, and the place of the page. */
export interface ListPlansQuery extends Page {
  readonly product?: PlanKind | undefined;
  readonly status?: PlanStatus | undefined;
  /** uuid of a vault whose plans are listed instead. */
  readonly vaultId?: string | undefined;
}

/** A list of recipients as it arrives: rows, or CSV. */
export type ListInput =
  | { readonly kind: 'rows'; readonly rows: readonly PlanRowInput[] }
  | { readonly kind: 'csv'; readonly text: string };
