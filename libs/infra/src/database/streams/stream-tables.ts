import type { Generated, GeneratedAlways } from 'kysely';
import type {
  PaymentInterval,
  PaymentStatus,
  RefundStatus,
  StreamContract,
  StreamType,
  TokenType,
} from '@weir/api-contract/words';
import type {
  Amount,
  CreationColumns,
  DatabaseSeconds,
  NullableSeconds,
  Optional,
  RecordSource,
  Seconds,
} from '../columns.js';

/** Only payments are ever PAUSED. */
export type StreamStatus = PaymentStatus;

/** The product that a row belongs to. */
export type StreamProduct = 'stream' | 'payment';

/** Hex columns are lower case; hashes of transactions are in display order. */
export interface StreamsTable extends CreationColumns {
  id: string;
  /** Display id, `#WEIR-BCH-000001`. */
  streamId: string;
  sender: string;
  /** A party's key: see `plans/plan-tables.ts`. */
  senderHash: string;
  recipient: string;
  recipientHash: string;
  tokenType: TokenType;
  tokenCategory: Optional<string>;
  totalAmount: Amount;
  withdrawnAmount: Generated<Amount>;
  streamType: StreamType;
  startTime: Seconds;
  endTime: Seconds;
  cliffTimestamp: NullableSeconds;
  intervalSeconds: NullableSeconds;
  cancelable: boolean;
  /** 0 of locks. */
  cancelNoticeBlocks: number;
  /** Null of locks. */
  nonce: Optional<string>;
  vaultId: Optional<string>;
  /** Whether everybody may see that vault; kept by triggers. */
  vaultPublic: GeneratedAlways<boolean>;
  description: Optional<string>;
  status: Generated<StreamStatus>;
  contractAddress: string;
  lockingBytecode: string;
  scriptHash: string;
  /** Empty of locks, like `stateCommitment` and `stateCategory`: what the coin holds is the state. */
  initialCommitment: string;
  stateCategory: Optional<string>;
  stateTxid: Optional<string>;
  stateVout: Optional<number>;
  stateSatoshis: Optional<Amount>;
  stateTokenAmount: Optional<Amount>;
  /** 0 of locks of tokens, whose tokens lie in the state output itself. */
  stateCompanionSatoshis: Optional<Amount>;
  stateCompanionNft: Optional<string>;
  stateCommitment: Optional<string>;
  fundingTxHash: Optional<string>;
  fundingVout: Optional<number>;
  activatedAt: NullableSeconds;
  fundedBySender: Optional<boolean>;
  cancelledAt: NullableSeconds;
  refundAmount: Optional<Amount>;
  refundStatus: Optional<RefundStatus>;
  refundTxHash: Optional<string>;
  refundAvailableHeight: Optional<number>;
  product: Generated<StreamProduct>;
  /** This and the two below are there for RECURRING only. */
  firstDue: NullableSeconds;
  periods: Optional<number>;
  amountPerPeriod: Optional<Amount>;
  pausable: Generated<boolean>;
  recipientName: Optional<string>;
  paymentInterval: Optional<PaymentInterval>;
  endDate: NullableSeconds;
  /** Of `plan_fundings`: what opens it. Null of a lock that a claim made. */
  planFundingId: Optional<string>;
  /** Hex, the terms that siblings share: as in `plan_fundings`, so that a row alone tells its contract. Null of locks. */
  planAnnouncement: Optional<string>;
  /** Place among the groups of the terms, from 0. Null of locks. */
  planGroup: Optional<number>;
  /** 1 to 32,767, unique in the funding, and in the plan. */
  planIndex: number;
  /** Satoshis beside the principal that the funding brings for fees; of a lock of tokens all of its output. */
  planReserve: Amount;
  /** Null of a plan of one. */
  planId: Optional<string>;
  /** The label that the plan's sender gave it. */
  label: Optional<string>;
  contract: Generated<StreamContract>;
  /** Of the campaign whose claim made it: of locks only. */
  campaignId: Optional<string>;
  periodsPaid: Generated<number>;
  /** When the next period falls due, as the contract's state says. */
  nextDue: NullableSeconds;
  /** Whether the notice of a pause is over; null unless paused. */
  pauseSettled: Optional<boolean>;
  settleAvailableHeight: Optional<number>;
  updatedAt: DatabaseSeconds;
}

/** Payments to recipients of streams and payments. Amounts in base units. */
export interface StreamClaimsTable {
  id: string;
  streamId: string;
  recipient: string;
  amount: Amount;
  claimedAt: Seconds;
  txHash: string;
  source: RecordSource;
  /** Of a RECURRING stream. */
  periods: Optional<number>;
}
