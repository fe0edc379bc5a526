/** Decimals of BCH. */
export const BCH_DECIMALS = 8;
/** Satoshis of one BCH. */
export const SATOSHIS_PER_BCH = 100_000_000;
/** Average time between two blocks, seconds. */
export const BLOCK_SECONDS = 600;
