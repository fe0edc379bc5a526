/** Smallest P2PKH output nodes relay, satoshis. */
export const P2PKH_DUST = 546n;
/** Smallest P2SH32 output nodes relay, satoshis. */
export const P2SH32_DUST = 576n;
