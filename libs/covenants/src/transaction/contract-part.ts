/**
 * Returns what a contract pays of a cost, satoshis: all of it within its bound. The rest is for the wallet that
 * signs.
 */
export const withinBound = (cost: bigint, bound: bigint): bigint => (cost < bound ? cost : bound);
