import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AirdropTables } from './airdrops/airdrop-tables.js';
import type { AuthNoncesTable, ServiceSecretsTable } from './auth/auth-tables.js';
import type { ExplorerTables } from './explorer/explorer-tables.js';
import type { RateLimitsTable } from './limits/rate-limits-table.js';
import type { NotedTransactionsTable } from './notes/notes-table.js';
import type { VaultTables } from './vaults/vault-tables.js';

/** `numeric(20,0)`: an amount in base units (satoshis for BCH). */
type Amount = bigint;
/** `bigint` seconds since 1970. Written as number or bigint, read as bigint. */
type Seconds = ColumnType<bigint, number | bigint, number | bigint>;
type NullableSeconds = ColumnType<bigint | null, number | bigint | null | undefined, number | bigint | null>;
/** Set to the transaction's time by the database, so that replicas share one clock. */
type DatabaseSeconds = ColumnType<bigint, number | bigint | undefined, number | bigint>;
/** Nullable and optional on insert. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Only payments are ever PAUSED. */
export type StreamStatus = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'COMPLETED' | 'CANCELLED';
/** Which face of the service a row belongs to. */
export type StreamProduct = 'stream' | 'payment';
export type PaymentInterval = 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'YEARLY';
export type StreamType = 'LINEAR' | 'STEP' | 'RECURRING';
export type TokenType = 'BCH' | 'FUNGIBLE_TOKEN';
export type RefundStatus = 'pending' | 'sent' | 'confirmed';
/** `confirm`: recorded by a confirm call; `chain`: found on the chain. */
export type RecordSource = 'confirm' | 'chain';
export type ResourceType = 'stream' | 'payment' | 'airdrop' | 'vault';
/**
 * `recorded`: a step was seen for the first time; `rolled_back`: the chain took it back; `restored`: it came again;
 * `completed`: with it everything is paid.
 */
export type EventKind = 'recorded' | 'restored' | 'rolled_back' | 'completed';
/** `replaced`: another transaction spends what it spent; `vanished`: nobody has it any more. */
export type RollbackReason = 'replaced' | 'vanished';

/** Hex columns are lower case; hashes of transactions are in display order. */
export interface StreamsTable {
  id: string;
  /** Display id, `#WEIR-BCH-000001`. */
  stream_id: string;
  sender: string;
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
  periods_paid: Generated<number>;
  /** When the next period falls due, as the contract's state says. */
  next_due: NullableSeconds;
  /** Whether the notice of a pause is over; null unless paused. */
  pause_settled: Optional<boolean>;
  settle_available_height: Optional<number>;
  /** hash160 of the proven caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

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

export interface TransitionsTable {
  resource_type: ResourceType;
  resource_id: string;
  /** 1 is the funding. */
  sequence: number;
  kind: string;
  tx_hash: string;
  /** The state outpoint it spent; null for a funding. */
  spent_txid: Optional<string>;
  spent_vout: Optional<number>;
  /** The successor state's output in `tx_hash`; this and the three below are null when the contract was closed. */
  state_vout: Optional<number>;
  state_commitment: Optional<string>;
  state_satoshis: Optional<Amount>;
  state_token_amount: Optional<Amount>;
  paid_to_recipient: Amount;
  paid_to_sender: Amount;
  locktime: Seconds;
  block_height: Optional<number>;
  block_hash: Optional<string>;
  source: RecordSource;
  /** Buried so deep that the chain does not take it back any more. */
  final: Generated<boolean>;
  /**
   * The resource's chain state before this transition, a JSON object by column name. Written and read back inside
   * Postgres only, because JSON numbers lose units in JavaScript.
   */
  state_before: ColumnType<never, unknown, never>;
  created_at: DatabaseSeconds;
}

export interface TransactionUsesTable {
  tx_hash: string;
  resource_type: ResourceType;
  resource_id: string;
  created_at: DatabaseSeconds;
}

/** What happened to a resource, for ever: a step that is rolled back stays here. */
export interface ResourceEventsTable {
  id: GeneratedAlways<bigint>;
  resource_type: ResourceType;
  resource_id: string;
  kind: EventKind;
  /** Which kind of step. */
  transition: string;
  tx_hash: string;
  amount: Amount;
  source: RecordSource;
  /** Of a rollback, and only of one. */
  reason: Optional<RollbackReason>;
  replaced_by: Optional<string>;
  created_at: DatabaseSeconds;
}

/** Fundings that were rolled back and may come again. */
export interface LostFundingsTable {
  resource_type: ResourceType;
  resource_id: string;
  tx_hash: string;
  /** The tip's when it was lost. */
  lost_height: number;
}

/** Which history of its script a resource's record is up to. */
export interface ScriptReadingsTable {
  resource_type: ResourceType;
  resource_id: string;
  /** Electrum's digest of the history; null for an empty one. */
  status: Optional<string>;
  /** The transaction of the resource's state then; null without one. */
  head: Optional<string>;
}

export interface Tables extends AirdropTables, ExplorerTables, VaultTables {
  streams: StreamsTable;
  stream_claims: StreamClaimsTable;
  stream_counters: StreamCountersTable;
  transitions: TransitionsTable;
  transaction_uses: TransactionUsesTable;
  resource_events: ResourceEventsTable;
  lost_fundings: LostFundingsTable;
  script_readings: ScriptReadingsTable;
  auth_nonces: AuthNoncesTable;
  service_secrets: ServiceSecretsTable;
  rate_limits: RateLimitsTable;
  noted_transactions: NotedTransactionsTable;
}
