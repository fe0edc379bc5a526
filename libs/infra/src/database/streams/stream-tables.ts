import type { Generated, GeneratedAlways } from 'kysely';
import type { Amount, DatabaseSeconds, NullableSeconds, Optional, Seconds } from '../columns.js';
import type { RecordSource, TokenType } from '../record-types.js';

/** Only payments are ever PAUSED. */
export type StreamStatus = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'COMPLETED' | 'CANCELLED';

/** The product that a row belongs to. */
export type StreamProduct = 'stream' | 'payment';

export type PaymentInterval = 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'YEARLY';

export type StreamType = 'LINEAR' | 'STEP' | 'RECURRING';

export type RefundStatus = 'pending' | 'sent' | 'confirmed';

/** Hex columns are lower case; hashes of transactions are in display order. */
export interface StreamsTable {
  id: string;
  /** Display id, `#WEIR-BCH-000001`. */
  stream_id: string;
  sender: string;
  /** A party's key: see `plans/plan-tables.ts`. */
  sender_hash: string;
  recipient: string;
  recipient_hash: string;
  token_type: TokenType;
  token_category: Optional<string>;
  total_amount: Amount;
  withdrawn_amount: Generated<Amount>;
  stream_type: StreamType;
  start_time: Seconds;
  end_time: Seconds;
  cliff_timestamp: NullableSeconds;
  interval_seconds: NullableSeconds;
  cancelable: boolean;
  cancel_notice_blocks: number;
  nonce: string;
  vault_id: Optional<string>;
  /** Whether everybody may see that vault; kept by triggers. */
  vault_public: GeneratedAlways<boolean>;
  description: Optional<string>;
  status: Generated<StreamStatus>;
  contract_address: string;
  locking_bytecode: string;
  script_hash: string;
  initial_commitment: string;
  state_category: Optional<string>;
  state_txid: Optional<string>;
  state_vout: Optional<number>;
  state_satoshis: Optional<Amount>;
  state_token_amount: Optional<Amount>;
  state_companion_satoshis: Optional<Amount>;
  state_companion_nft: Optional<string>;
  state_commitment: Optional<string>;
  funding_tx_hash: Optional<string>;
  funding_vout: Optional<number>;
  activated_at: NullableSeconds;
  funded_by_sender: Optional<boolean>;
  cancelled_at: NullableSeconds;
  refund_amount: Optional<Amount>;
  refund_status: Optional<RefundStatus>;
  refund_tx_hash: Optional<string>;
  refund_available_height: Optional<number>;
  product: Generated<StreamProduct>;
  /** This and the two below are there for RECURRING only. */
  first_due: NullableSeconds;
  periods: Optional<number>;
  amount_per_period: Optional<Amount>;
  pausable: Generated<boolean>;
  recipient_name: Optional<string>;
  payment_interval: Optional<PaymentInterval>;
  end_date: NullableSeconds;
  /** Of `plan_fundings`: what opens it. */
  plan_funding_id: string;
  /** Hex, the terms that siblings share: as in `plan_fundings`, so that a row alone tells its contract. */
  plan_announcement: string;
  /** Place among the groups of the terms, from 0. */
  plan_group: number;
  /** 1 to 32,767, unique in the funding, and in the plan. */
  plan_index: number;
  /** Satoshis beside the principal that the funding brings for fees. */
  plan_reserve: Amount;
  /** Null of a plan of one. */
  plan_id: Optional<string>;
  /** The label that the plan's sender gave it. */
  label: Optional<string>;
  periods_paid: Generated<number>;
  /** When the next period falls due, as the contract's state says. */
  next_due: NullableSeconds;
  /** Whether the notice of a pause is over; null unless paused. */
  pause_settled: Optional<boolean>;
  settle_available_height: Optional<number>;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** Payments to recipients of streams and payments. Amounts in base units. */
export interface StreamClaimsTable {
  id: string;
  stream_id: string;
  recipient: string;
  amount: Amount;
  claimed_at: Seconds;
  tx_hash: string;
  source: RecordSource;
  /** Of a RECURRING stream. */
  periods: Optional<number>;
}

/** Kept by triggers on `streams`; read as sums, because a busy key is spread over several shards. */
export interface StreamCountersTable {
  product: GeneratedAlways<StreamProduct>;
  scope: GeneratedAlways<'all' | 'sender' | 'recipient' | 'pair'>;
  key: GeneratedAlways<string>;
  shard: GeneratedAlways<number>;
  pending: GeneratedAlways<bigint>;
  active: GeneratedAlways<bigint>;
  paused: GeneratedAlways<bigint>;
  completed: GeneratedAlways<bigint>;
  cancelled: GeneratedAlways<bigint>;
}
