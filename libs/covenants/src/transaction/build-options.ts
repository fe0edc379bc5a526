/** Options that all builders take. */
export interface BuildOptions {
  /** Satoshis for 1,000 bytes, as relaying nodes ask; 1,000 by default. */
  readonly feeRate?: bigint | undefined;
}
