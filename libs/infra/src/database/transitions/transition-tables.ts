import type { ColumnType, Generated } from 'kysely';
import type { Amount, DatabaseSeconds, Optional, Seconds } from '../columns.js';
import type { RecordSource, ResourceType } from '../record-types.js';

/** Steps of streams, payments and vaults on the chain, in order. Amounts in base units. */
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
  /** Whether it is final: too deep for a reorganisation. */
  final: Generated<boolean>;
  /**
   * The resource's chain state before this transition, a JSON object by column name. Written and read back inside
   * Postgres only, because JSON numbers lose units in JavaScript.
   */
  state_before: ColumnType<never, unknown, never>;
  created_at: DatabaseSeconds;
}

/** Transaction hashes that were confirmed, each for one resource. */
export interface TransactionUsesTable {
  tx_hash: string;
  resource_type: ResourceType;
  resource_id: string;
  created_at: DatabaseSeconds;
}
