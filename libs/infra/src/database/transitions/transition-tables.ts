import type { ColumnType, Generated } from 'kysely';
import type { Amount, DatabaseSeconds, Optional, Seconds } from '../columns.js';
import type { RecordSource, ResourceType } from '../record-types.js';

/** Steps of streams, payments and vaults on the chain, in order. Amounts in base units. */
export interface TransitionsTable {
  resourceType: ResourceType;
  resourceId: string;
  /** 1 is the funding. */
  sequence: number;
  kind: string;
  txHash: string;
  /** The state outpoint it spent; null for a funding. */
  spentTxid: Optional<string>;
  spentVout: Optional<number>;
  /** The successor state's output in `tx_hash`; this and the three below are null when the contract was closed. */
  stateVout: Optional<number>;
  stateCommitment: Optional<string>;
  stateSatoshis: Optional<Amount>;
  stateTokenAmount: Optional<Amount>;
  paidToRecipient: Amount;
  paidToSender: Amount;
  locktime: Seconds;
  blockHeight: Optional<number>;
  blockHash: Optional<string>;
  source: RecordSource;
  /** Whether it is final: too deep for a reorganisation. */
  final: Generated<boolean>;
  /**
   * The resource's chain state before this transition, a JSON object by column name. Written and read back inside
   * Postgres only, because JSON numbers lose units in JavaScript.
   */
  stateBefore: ColumnType<never, unknown, never>;
  createdAt: DatabaseSeconds;
}

/** Transaction hashes that were confirmed, each for one resource. */
export interface TransactionUsesTable {
  txHash: string;
  resourceType: ResourceType;
  resourceId: string;
  createdAt: DatabaseSeconds;
}
