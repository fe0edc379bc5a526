/** A share in percent with two decimals, rounded down: 100 only of the whole, 0 of nothing. */
export const presentPercentage = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
