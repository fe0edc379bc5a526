import type { Output } from '@bitauth/libauth';

/** An unspent output, and when it was created. */
export interface Coin {
  readonly output: Output;
  /** Height of its block; for one in the mempool, of the next block. */
  readonly height: number;
  readonly isCoinbase: boolean;
  /** Median time past before its block in Unix seconds, from which relative time locks count. */
  readonly medianTimeBefore: number;
}
