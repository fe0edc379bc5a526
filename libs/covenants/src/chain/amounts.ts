/** 21,000,000 BCH in satoshis. */
export const MAX_SATOSHIS = 2_100_000_000_000_000n;

/** Smallest P2PKH output nodes relay, satoshis. */
export const P2PKH_DUST = 546n;
/** Smallest P2SH32 output nodes relay, satoshis. */
export const P2SH32_DUST = 576n;
