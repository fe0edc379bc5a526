import type { TransactionCommon } from '@bitauth/libauth';

/** The part of a transaction that a lane's history needs. */
export interface LaneTransaction {
  readonly txid: string;
  readonly transaction: TransactionCommon;
  /** Height of its block; undefined while it is in the mempool. */
  readonly height?: number | undefined;
  readonly blockHash?: string | undefined;
}
