import type { Output } from '@bitauth/libauth';

/** An unspent output and when it was made. */
export interface Coin {
  readonly output: Output;
  /** Height of its block; of the next block while it is in the mempool. */
  readonly height: number;
  readonly isCoinbase: boolean;
  /** Median time past before its block, Unix seconds: where relative time locks count from. */
  readonly medianTimeBefore: number;
}
