import type { Finality, PaymentStatus, StreamStatus, StreamStep } from '@weir/api-contract/words';
import type { ListedStreamRecord } from '@weir/infra';
import type { Page } from '../shared/paging.js';

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

/** An output of a built transaction, for display. */
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

/** Filters and place of a page of streams or payments; all filters combine. */
export interface ListStreamsQuery extends Page {
  readonly recipient?: string | undefined;
  readonly sender?: string | undefined;
  readonly address?: string | undefined;
  readonly status?: PaymentStatus | undefined;
}
