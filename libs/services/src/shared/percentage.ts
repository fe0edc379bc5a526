/** Returns a share in percent with two decimals, rounded down: 100 only for the whole, 0 for nothing of nothing. */
export const percentageOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
