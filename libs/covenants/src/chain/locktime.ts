/** Where the chain stands, as builders need it. */
export interface ChainTip {
  readonly height: number;
  /** Median of the last 11 blocks' times, Unix seconds; runs about an hour behind the clock. */
  readonly medianTimePast: number;
}

/**
 * The latest locktime a transaction may carry to be mined in the next block: `nLockTime` must be less than the median
 * time past, strictly. Everything that depends on time is computed at this time.
 *
 * @param now Unix seconds; a chain whose median is ahead of the clock must not date transactions in the future
 * @returns Unix seconds
 */
export const usableLocktime = (tip: ChainTip, now: number): bigint =>
  BigInt(Math.min(Math.floor(now), tip.medianTimePast - 1));
