/** What a contract pays of a cost that it may pay: all of it within its bound. The rest is for the wallet that signs. */
export const withinBound = (cost: bigint, bound: bigint): bigint => (cost < bound ? cost : bound);
