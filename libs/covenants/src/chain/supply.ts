/** 21,000,000 BCH in satoshis. */
export const MAX_SATOSHIS = 2_100_000_000_000_000n;
