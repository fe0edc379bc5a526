/** How a transaction is built. */
export interface BuildOptions {
  /** Satoshis for 1,000 bytes, as the relaying nodes ask; 1,000n by default. */
  readonly feeRate?: bigint | undefined;
}
