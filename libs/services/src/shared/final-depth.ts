/** Blocks on top of a transaction's own that make it final: nodes refuse longer reorganisations. */
export const FINAL_DEPTH = 10;
