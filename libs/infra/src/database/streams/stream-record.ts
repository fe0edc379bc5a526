import type { PaymentInterval, RefundStatus, StreamType, TokenType } from '@weir/api-contract/words';
import type { RecordSource } from '../record-types.js';
import type { StreamProduct, StreamStatus } from './stream-tables.js';

/**
 * A stream, or a payment, as the database stores it. Amounts in base units (satoshis for BCH), times in Unix seconds,
 * hex lower case.
 */
export interface StreamRecord extends NewStream {
  /** uuid. */
  readonly id: string;
  /** Display id, `#WEIR-BCH-000001` or `#WEIR-PAY-000001`. */
  readonly streamId: string;
  /** Whether everybody may know of the vault it is linked to; false where it is linked to none. */
  readonly isVaultPublic: boolean;
  readonly withdrawnAmount: bigint;
  readonly status: StreamStatus;
  /** The unspent state output; null before funding and after the close. */
  readonly state: StreamState | null;
  readonly funding: StreamFunding | null;
  readonly cancelledAt: number | null;
  readonly refund: StreamRefundRecord | null;
  /** Progress of a recurring stream; null for others, and where there is no state yet. */
  readonly progress: RecurringProgress | null;
  /** Null unless PAUSED. */
  readonly pause: PauseRecord | null;
  /** Until when it is kept without funding, Unix seconds; null for ever. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The fixed part of a stream. None of it changes later. */
export interface NewStream {
  readonly product: StreamProduct;
  readonly sender: string;
  /**
   * The key that parties are compared by, since one has several addresses: see `partyKey`. Of a key's address its hash, 20 bytes
   * hex.
   */
  readonly senderHash: string;
  readonly recipient: string;
  readonly recipientHash: string;
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
  readonly streamType: StreamType;
  readonly startTime: number;
  readonly endTime: number;
  /** Null: no cliff. */
  readonly cliffTimestamp: number | null;
  readonly intervalSeconds: number | null;
  readonly cancelable: boolean;
  readonly cancelNoticeBlocks: number;
  /** 16 bytes, hex; unique but for the streams of one plan. */
  readonly nonce: string;
  readonly vaultId: string | null;
  readonly description: string | null;
  readonly contractAddress: string;
  readonly lockingBytecode: string;
  /** Electrum's script hash of the locking bytecode; siblings in a plan share it. */
  readonly scriptHash: string;
  readonly initialCommitment: string;
  /** Null unless RECURRING. */
  readonly recurring: RecurringTermsRecord | null;
  /** Null unless it is a payment. */
  readonly payment: PaymentTermsRecord | null;
  /** Its place in a plan. */
  readonly place: PlanPlaceRecord;
  /** The label that the plan's sender gave it. */
  readonly label: string | null;
}

/** What a stream shares with its siblings, and its place among them. */
export interface PlanPlaceRecord {
  /** Of `plan_fundings`: what opens it. Undefined of a new plan of one, whose funding is stored with it. */
  readonly fundingId: string | undefined;
  /** Of `plans`; null of a plan of one. */
  readonly planId: string | null;
  /** The announcement's locking bytecode, hex: the terms of the plan. */
  readonly announcement: string;
  /** Place of its group among those of the terms, from 0. */
  readonly group: number;
  /** 1 to 32,767. */
  readonly index: number;
  /** Satoshis beside the principal, or of tokens those of the state. */
  readonly reserve: bigint;
}

/** The terms of a recurring stream or payment, beside the total and the seconds of an interval. */
export interface RecurringTermsRecord {
  readonly firstDue: number;
  /** How many periods are funded; the last one pays the rest of the total. */
  readonly periods: number;
  readonly amountPerPeriod: bigint;
  readonly pausable: boolean;
}

/** The terms that only a payment has. */
export interface PaymentTermsRecord {
  readonly recipientName: string | null;
  readonly interval: PaymentInterval;
  readonly endDate: number | null;
}

/** How many periods a recurring stream has paid, and when the next is due. */
export interface RecurringProgress {
  readonly paid: number;
  /** When the next period falls due; meaningless while paused. */
  readonly nextDue: number;
}

/** The running pause of a payment. */
export interface PauseRecord {
  /** Whether its notice is over, and the contract says so. */
  readonly settled: boolean;
  /** First block that may settle it; null until the pause is mined, and once it is settled. */
  readonly availableAtHeight: number | null;
}

/** The unspent state output of a stream. */
export interface StreamState {
  /** Category of the state NFT, display order. */
  readonly category: string;
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  /** The output behind the state, where the asset is a token. */
  readonly companion: StreamCompanion | null;
  readonly commitment: string;
}

/** The output that holds a stream's tokens. */
export interface StreamCompanion {
  readonly satoshis: bigint;
  /** Base units. */
  readonly amount: bigint;
  /** Commitment of an immutable NFT somebody hung on it; null without one. */
  readonly nft: string | null;
}

/** The funding of a stream, as confirmed. */
export interface StreamFunding {
  readonly txHash: string;
  readonly vout: number;
  readonly activatedAt: number;
  /** Whether it spent a coin of the named sender's address; null where that is not known. */
  readonly bySender: boolean | null;
}

/** The refund of a cancelled stream. */
export interface StreamRefundRecord {
  readonly amount: bigint;
  readonly status: RefundStatus;
  /** Null while pending. */
  readonly txHash: string | null;
  readonly availableAtHeight: number | null;
}

/** What the chain changes in a stream. Fields left out stay as they are. */
export interface StreamChanges {
  readonly status?: StreamStatus;
  readonly withdrawnAmount?: bigint;
  readonly state?: StreamState | null;
  readonly funding?: StreamFunding | null;
  readonly cancelledAt?: number | null;
  readonly refund?: StreamRefundRecord | null;
  readonly progress?: RecurringProgress | null;
  readonly pause?: PauseRecord | null;
}

/** A payment to the recipient. */
export interface StreamClaimRecord {
  readonly id: string;
  /** The stream's `id`, a uuid. */
  readonly streamId: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly claimedAt: number;
  readonly txHash: string;
  readonly source: RecordSource;
  /** Of a recurring stream or payment: how many it paid. */
  readonly periods: number | null;
}
