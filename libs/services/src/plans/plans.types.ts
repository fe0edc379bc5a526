import type { Finality, PaymentInterval, PlanKind, PlanStatus, TokenType } from '@weir/api-contract/words';
import type { WcTransaction } from '@weir/covenants';
import type { PlanRecord, PlanFundingRecord, StreamRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { FundingProposal } from '../shared/vaults/funding-proposal.js';
import type { TransactionInputView, TransactionOutputView } from '../streams/streams.types.js';

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

/** The next funding of a plan, or what its wallet needs before it. Amounts in units of the asset, fees in satoshis. */
export type PlanFundingInfo =
  | {
      readonly kind: 'preparation';
      readonly part: number;
      readonly preparationTransaction: WcTransaction;
      readonly message: string;
    }
  | {
      readonly kind: 'funding';
      readonly fundingInfo: {
        /** Display id. */
        readonly planId: string;
        /** From 1, of so many parts. */
        readonly part: number;
        readonly parts: number;
        /** How many it opens. */
        readonly streams: number;
        readonly amount: bigint;
        readonly tokenCategory: string | null;
        /** Bytes. */
        readonly size: number;
      };
      readonly inputs: readonly TransactionInputView[];
      readonly outputs: readonly TransactionOutputView[];
      readonly fee: bigint;
      readonly wcTransaction: WcTransaction;
    };

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

/** A cancel, pause or resume of streams for the sender to sign. Amounts in base units, the fee in satoshis. */
export interface PlanMoveInfo {
  readonly tokenCategory: string | null;
  readonly streams: readonly {
    readonly id: string;
    readonly streamId: string;
    /** The outpoint that it spends, for `previous` of the next try. */
    readonly state: string;
    readonly paidAmount: bigint;
    readonly leftAmount: bigint;
  }[];
  readonly leftOut: readonly LeftOut[];
  readonly paidAmount: bigint;
  readonly leftAmount: bigint;
  readonly fee: bigint;
  /** Bytes. */
  readonly size: number;
  /** Unix seconds: the locktime it was computed at. */
  readonly asOf: number;
  /** Blocks between a cancel and its refund, a pause and its settling. */
  readonly availableAfterBlocks: number;
  readonly wcTransaction: WcTransaction;
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

/** A row of a list with its schedule. Times in Unix seconds. */
export interface PlanRowView {
  /** From 1: its index on the chain. */
  readonly row: number;
  readonly recipient: string;
  /** The sender's; null to others. */
  readonly label: string | null;
  /** All of it, units of the asset. */
  readonly amount: bigint;
  readonly start: number;
  /** When a salary was asked to end; else null. */
  readonly end: number | null;
  readonly cliff: number | null;
  /** Seconds; null for a stream that vests by the second. */
  readonly step: number | null;
  readonly interval: PaymentInterval | null;
  readonly periods: number | null;
  readonly amountPerPeriod: bigint | null;
}

/** A stream of a plan. */
export interface PlanStreamView extends PlanRowView {
  /** uuid; of a stream, or of a payment, once it is funded. */
  readonly id: string;
  /** Display id; null before it is funded. */
  readonly streamId: string | null;
  readonly part: number;
  readonly status: StreamRecord['status'];
  readonly withdrawnAmount: bigint;
  readonly claimableAmount: bigint;
  readonly contractAddress: string | null;
  readonly fundingTxHash: string | null;
}

/** A page of a plan's streams, by row. */
export interface PlanStreamsPage {
  readonly plan: PlanView;
  readonly streams: readonly PlanStreamView[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** What a funding costs, satoshis unless said otherwise. */
export interface PartCostView {
  readonly part: number;
  readonly streams: number;
  /** Units of the asset. */
  readonly amount: bigint;
  readonly reserves: bigint;
  readonly notes: bigint;
  readonly companions: bigint;
  readonly beacon: bigint;
  readonly fee: bigint;
  readonly bytes: number;
  readonly satoshis: bigint;
}

/** What a plan costs. */
export interface PlanCostView {
  readonly amount: bigint;
  readonly satoshis: bigint;
  readonly fee: bigint;
  readonly bytes: number;
  readonly fundings: readonly PartCostView[];
}

/** A plan as a creation would make it, and its costs; nothing is stored. */
export interface PlanPreview {
  readonly plan: PlanTermsView;
  readonly streams: readonly PlanRowView[];
  readonly costs: PlanCostView;
}

/** Whose plans are listed, and the place of the page. */
export interface ListPlansQuery extends Page {
  readonly product?: PlanKind | undefined;
  readonly status?: PlanStatus | undefined;
  /** uuid of a vault whose plans are listed instead. */
  readonly vaultId?: string | undefined;
}

/** A page of plans, the newest first. */
export interface PlansPage {
  readonly plans: readonly PlanView[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A plan after one of its transactions was confirmed. */
export interface PlanConfirmation {
  readonly message: string;
  readonly txHash: string;
  readonly confirmations: number;
  readonly finality: Finality;
  readonly plan: PlanView;
  readonly fundings: readonly PlanPartView[];
  readonly statuses: PlanDetail['statuses'];
}

/** A recorded cancel, pause or resume, and the streams it moved. */
export interface MoveConfirmation extends PlanConfirmation {
  readonly streams: readonly {
    readonly id: string;
    readonly streamId: string;
    readonly status: StreamRecord['status'];
    readonly withdrawnAmount: bigint;
  }[];
}

/** A list of recipients as it arrives: rows, or CSV. */
export type ListInput =
  | { readonly kind: 'rows'; readonly rows: readonly PlanRowInput[] }
  | { readonly kind: 'csv'; readonly text: string };

/** A plan with a new list. */
export type ListedPlan = PlanDetail & { readonly costs: PlanCostView };
