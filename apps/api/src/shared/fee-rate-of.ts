/** Returns the fee rate that a request names, satoshis for 1,000 bytes; undefined where it names none. */
export const feeRateOf = ({ feeRate }: { readonly feeRate?: number | null }): bigint | undefined =>
  feeRate === undefined || feeRate === null ? undefined : BigInt(feeRate);
