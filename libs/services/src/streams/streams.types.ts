import type { Finality, StreamStatus, StreamStep, TokenType } from '@weir/api-contract/words';
import type { WcTransaction } from '@weir/covenants';
import type { ListedStreamRecord, NewStream, StreamClaimRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { FundingProposal } from '../shared/vaults/funding-proposal.js';

export type { CreateStreamInput } from '@weir/api-contract/words';

/** What a row says of its contract's funding. */
export interface FundingView {
  /** Null once the contract has ended: its NFT is burned. */
  readonly nftCommitment: string | null;
  readonly fundingTxHash: string | null;
  /** The output of the first state there; null while PENDING. */
  readonly fundingVout: number | null;
  /** Whether the funding spent a coin of the named sender's address; null while PENDING, or where it is not known. */
  readonly fundedBySender: boolean | null;
  readonly activatedAt: number | null;
}

/** How much of a stream has vested, base units. */
export interface VestingView {
  /** What has vested at `asOf`; after a cancel it stops where the chain says. */
  readonly vestedAmount: bigint;
  readonly claimableAmount: bigint;
  /** Vested share of the total in percent, with two decimals rounded down. */
  readonly progressPercentage: number;
  /** The locktime every time-dependent figure was computed at. */
  readonly asOf: number;
}

/** A stream as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export interface StreamView extends Omit<ListedStreamRecord, 'status'>, FundingView, VestingView {
  readonly status: StreamStatus;
}

/**
 * `at_risk`: nodes ask more for relaying than a push without a signature pays, while a notice runs.
 * `rolled_back`: the chain dropped a step (double spend, reorganisation); `restored`: it came back.
 */
export type StreamEventKind = StreamStep | 'rolled_back' | 'restored';

/** Something that happened to a stream. Steps that were rolled back stay among them. */
export interface StreamEventView {
  readonly event: StreamEventKind;
  /** Which kind of step was rolled back or restored; null for every other event. */
  readonly of: StreamStep | null;
  /** When it was recorded, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** What it moved, base units: a funding the whole, a refund what went back, every other step what the recipient got. */
  readonly amount: bigint;
  readonly source: 'confirm' | 'chain';
  /** Why it was rolled back: another transaction spends what it (or the step before it) spent, or no server has it any more. */
  readonly reason: 'replaced' | 'vanished' | null;
  readonly replacedBy: string | null;
  /** Present finality of its transaction; null where it is no longer part of the record. */
  readonly finality: Finality | null;
  /** Height of its block now; null while it has none. */
  readonly height: number | null;
}

/** How a stream's contract is to be funded. */
export interface StreamDeployment {
  readonly contractAddress: string;
  readonly streamId: string;
  readonly fundingRequired: true;
  readonly funding: {
    readonly toAddress: string;
    /** Satoshis the state output must hold: principal (of a stream of BCH), reserve and dust. */
    readonly amount: bigint;
    /** Satoshis of that which are locked for fees beside the principal. */
    readonly reserve: bigint;
    readonly withNFT: { readonly commitment: string; readonly capability: 'mutable'; readonly amount: bigint };
    /**
     * Further outputs of the transaction: the announcement, and the note that shows the recipient's address. Amounts in satoshis.
     */
    readonly withOutputs: readonly { readonly lockingBytecode: string; readonly amount: bigint }[];
    /** What the output behind the state must hold; absent for BCH. */
    readonly tokenCategory?: string;
    readonly tokenAmount?: bigint;
  };
  readonly nftCommitment: string;
}

/** A new stream, and how it is funded. */
export interface StreamCreation {
  readonly stream: StreamView;
  readonly deployment: StreamDeployment;
  readonly warnings: readonly string[];
  /** What members propose next, where a vault funds it. */
  readonly proposal: FundingProposal | undefined;
}

/** A stream as a creation would make it, and its costs; nothing is stored. */
export interface StreamPreview {
  readonly stream: NewStream & VestingView & Pick<StreamView, 'withdrawnAmount' | 'nftCommitment'>;
  readonly funding: {
    readonly amount: bigint;
    readonly reserve: bigint;
    readonly networkFeeEstimate: bigint;
    /** Absent for BCH. */
    readonly tokenCategory?: string;
    readonly tokenAmount?: bigint;
  };
  readonly schedule: readonly SchedulePoint[];
  /** What to know before money moves, in words. */
  readonly warnings: readonly string[];
}

/** A point of a vesting curve: Unix seconds, and base units vested by then. */
export interface SchedulePoint {
  readonly time: number;
  readonly vestedAmount: bigint;
}

/** An input or output of a built transaction, for display. */
export interface TransactionInputView {
  readonly txid: string;
  readonly vout: number;
  /** Satoshis. */
  readonly amount: bigint;
}
export interface TransactionOutputView {
  readonly to: string | null;
  readonly lockingBytecode: string;
  /** Satoshis. */
  readonly amount: bigint;
  readonly token?: {
    readonly category: string;
    readonly amount: bigint;
    readonly nft?: { readonly capability: string; readonly commitment: string };
  };
}

/** A funding for the sender to sign, or the preparation that their wallet needs before it. */
export type FundingInfo =
  | { readonly kind: 'preparation'; readonly preparationTransaction: WcTransaction; readonly message: string }
  | {
      readonly kind: 'funding';
      readonly fundingInfo: {
        readonly streamId: string;
        readonly contractAddress: string;
        readonly sender: string;
        readonly recipient: string;
        readonly amount: bigint;
        readonly tokenType: TokenType;
        readonly tokenCategory: string | null;
      };
      readonly inputs: readonly TransactionInputView[];
      readonly outputs: readonly TransactionOutputView[];
      readonly fee: bigint;
      readonly wcTransaction: WcTransaction;
    };

/** What can be claimed, and the claim. Amounts in base units. */
export interface ClaimInfo {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly streamId: string;
  readonly contractAddress: string;
  readonly recipient: string;
  readonly claimableAmount: bigint;
  /** Periods it pays; null where the schedule has none, or none is due. */
  readonly periods: number | null;
  readonly totalReleased: bigint;
  readonly vestedAmount: bigint;
  readonly asOf: number;
  /** Null when nothing is due yet, or where only a script's own coin would pay for it. */
  readonly wcTransaction: WcTransaction | null;
  /** Whether the recipient's wallet signs it: false where the contract pays for it, and there is nothing to sign. */
  readonly signatureRequired: boolean;
  /** The claim, complete, where nothing is to be signed; else null. */
  readonly txHex: string | null;
  /** When the next unit can be claimed, Unix seconds of median time; present when nothing is due. */
  readonly claimableAt: number | null;
}

/** A claim that was built. */
export type BuiltClaim = ClaimInfo & {
  readonly wcTransaction: WcTransaction;
  /** Hash of the claim where it was sent at the client's wish; else null. */
  readonly txHash: string | null;
};

/** A cancel for the sender to sign, and how it divides the stream. Amounts in base units. */
export interface CancelInfo {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly vestedAmount: bigint;
  readonly unvestedAmount: bigint;
  readonly cancelReturnAddress: string;
  readonly asOf: number;
  readonly wcTransaction: WcTransaction;
  readonly refund: { readonly amount: bigint; readonly availableAfterBlocks: number };
}

/** A stream after one of its transactions was confirmed. */
export interface ConfirmResult {
  readonly message: string;
  readonly txHash: string;
  readonly status: StreamStatus;
  readonly confirmations: number;
  readonly finality: Finality;
  readonly stream: StreamView;
  /** The claim row recorded by a confirm-claim. */
  readonly claim?: StreamClaimRecord;
}

/** A stream with its refund. */
export interface RefundResult {
  readonly message: string;
  readonly txHash: string;
  readonly amount: bigint;
  readonly stream: StreamView;
}

/** A push to the recipient, sent or to be sent by anybody. */
export interface PushResult {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly amount: bigint;
  readonly asOf: number;
  readonly txHex: string;
  /** Present when it was broadcast. */
  readonly txHash: string | null;
}

/** Filters and place of a page of streams; all filters combine. */
export interface ListStreamsQuery extends Page {
  readonly recipient?: string | undefined;
  readonly sender?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: StreamStatus | undefined;
}

/** A page of streams, the newest first. */
export interface StreamsPage {
  readonly streams: readonly StreamView[];
  readonly total: number;
  readonly nextCursor: string | null;
}
