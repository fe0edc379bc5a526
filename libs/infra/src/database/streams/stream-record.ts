import type { RecordSource, RefundStatus, StreamStatus, StreamType, TokenType } from '../tables.js';

/** A stream as the database keeps it. Amounts in base units (satoshis for BCH), times in Unix seconds, hex lower case. */
export interface StreamRecord extends NewStream {
  /** uuid. */
  readonly id: string;
  /** Display id, `#WEIR-BCH-000001`. */
  readonly streamId: string;
  readonly withdrawnAmount: bigint;
  readonly status: StreamStatus;
  /** The unspent state output; null before funding and after the close. */
  readonly state: StreamState | null;
  readonly funding: StreamFunding | null;
  readonly cancelledAt: number | null;
  readonly refund: StreamRefundRecord | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a stream is made of. None of it changes later. */
export interface NewStream {
  readonly sender: string;
  /** 20-byte hash of the address, hex: what is compared, because one hash has several addresses. */
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
  /** 16 bytes, hex; unique. */
  readonly nonce: string;
  readonly vaultId: string | null;
  readonly description: string | null;
  readonly contractAddress: string;
  readonly lockingBytecode: string;
  /** Electrum's script hash of the locking bytecode; unique. */
  readonly scriptHash: string;
  readonly initialCommitment: string;
}

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

export interface StreamFunding {
  readonly txHash: string;
  readonly vout: number;
  readonly activatedAt: number;
}

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
}
