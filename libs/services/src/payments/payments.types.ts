import type { Finality, PaymentStatus, TokenType } from '@weir/api-contract/words';
import type { WcTransaction } from '@weir/covenants';
import type { ListedStreamRecord, PaymentTermsRecord, RecurringTermsRecord, StreamClaimRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { FundingProposal } from '../shared/vaults/funding-proposal.js';
import type {
  BuiltClaim,
  FundingInfo,
  FundingView,
  StreamDeployment,
  StreamPreview,
} from '../streams/streams.types.js';

export type { CreatePaymentInput } from '@weir/api-contract/words';

/** A payment as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export interface PaymentView
  extends
    Omit<ListedStreamRecord, 'streamId' | 'intervalSeconds'>,
    FundingView,
    PaymentTermsRecord,
    RecurringTermsRecord {
  readonly paymentId: string;
  readonly intervalSeconds: number;
  /** When the first period falls due. */
  readonly startDate: number;
  /** Null while paused, and once it is cancelled or complete. */
  readonly nextPaymentDate: number | null;
  readonly totalPaid: bigint;
  /** Periods paid. */
  readonly paymentCount: number;
  readonly periodsFunded: number;
  /** Due at `asOf`. */
  readonly claimableAmount: bigint;
  readonly periodsDue: number;
  /** Null while it is not paused. */
  readonly settled: boolean | null;
  /** The locktime every time-dependent figure above was computed at. */
  readonly asOf: number;
}

/** Periods paid by one transaction. */
export interface PaymentExecutionView extends Omit<StreamClaimRecord, 'streamId'> {
  readonly paymentId: string;
  readonly intervals: number;
  readonly paidAt: number;
}

/** A new payment, and how it is funded. */
export interface PaymentCreation {
  readonly payment: PaymentView;
  readonly deployment: Omit<StreamDeployment, 'streamId'> & { readonly paymentId: string };
  readonly warnings: readonly string[];
  /** What members propose next, where a vault funds it. */
  readonly proposal: FundingProposal | undefined;
}

/** A period of a payment. */
export interface DuePeriod {
  /** When it falls due, Unix seconds. */
  readonly time: number;
  /** What it pays, base units. */
  readonly amount: bigint;
}

/** A payment as a creation would make it, its costs and its due dates; nothing is stored. */
export interface PaymentPreview extends Pick<StreamPreview, 'funding' | 'warnings'> {
  readonly payment: Pick<
    PaymentView,
    | 'sender'
    | 'recipient'
    | 'recipientName'
    | 'tokenType'
    | 'tokenCategory'
    | 'amountPerPeriod'
    | 'totalAmount'
    | 'interval'
    | 'intervalSeconds'
    | 'startDate'
    | 'endDate'
    | 'periodsFunded'
    | 'cancelable'
    | 'pausable'
    | 'cancelNoticeBlocks'
    | 'vaultId'
  >;
  readonly schedule: readonly DuePeriod[];
}

/** A funding to sign, or the preparation before it. */
export type PaymentFundingInfo =
  | Extract<FundingInfo, { kind: 'preparation' }>
  | (Omit<Extract<FundingInfo, { kind: 'funding' }>, 'fundingInfo'> & {
      readonly fundingInfo: Omit<Extract<FundingInfo, { kind: 'funding' }>['fundingInfo'], 'streamId'> & {
        readonly paymentId: string;
        readonly periods: number;
      };
    });

/** A claim of due periods. */
export type PaymentClaim = BuiltClaim & { readonly intervalsClaimable: number };

/** A pause for the sender to sign. Amounts in base units. */
export interface PauseInfo {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  /** What the pause pays the recipient. */
  readonly dueAmount: bigint;
  readonly intervalsDue: number;
  readonly asOf: number;
  readonly settlesAfterBlocks: number;
  readonly wcTransaction: WcTransaction;
}

/** A resume for the sender to sign. */
export interface ResumeInfo {
  readonly nextPaymentDate: number;
  readonly asOf: number;
  readonly wcTransaction: WcTransaction;
}

/** A cancel for the sender to sign. Amounts in base units. */
export interface CancelPaymentInfo {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  /** What the cancel pays the recipient. */
  readonly dueAmount: bigint;
  readonly intervalsDue: number;
  /** The unpaid periods. */
  readonly returnedAmount: bigint;
  readonly cancelReturnAddress: string;
  readonly asOf: number;
  readonly wcTransaction: WcTransaction;
  readonly refund: { readonly amount: bigint; readonly availableAfterBlocks: number };
}

/** A payment after one of its transactions was confirmed. */
export interface PaymentConfirmResult {
  readonly message: string;
  readonly txHash: string;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly finality: Finality;
  readonly payment: PaymentView;
  /** Recorded by a confirm-claim. */
  readonly execution?: PaymentExecutionView;
}

/** A payment with its refund. */
export interface PaymentRefundResult {
  readonly message: string;
  readonly txHash: string;
  readonly amount: bigint;
  readonly payment: PaymentView;
}

/** Filters and place of a page of payments; all filters combine. */
export interface ListPaymentsQuery extends Page {
  readonly recipient?: string | undefined;
  readonly sender?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: PaymentStatus | undefined;
}

/** A page of payments, the newest first. */
export interface PaymentsPage {
  readonly payments: readonly PaymentView[];
  readonly total: number;
  readonly nextCursor: string | null;
}
