import { sha256Pair } from '../hashing/sha256.js';

/** Side of a sibling: 1 for left (hashed first), 0 for right. */
export type Side = 0 | 1;

/** A proof by position, from the leaf up. */
export interface MerkleProof {
  /** One for each level, 32 bytes each. */
  readonly siblings: readonly Uint8Array[];
  /** One for each sibling. */
  readonly sides: readonly Side[];
}

/**
 * Returns the root that a leaf and its proof lead to: what the covenant computes, for the old leaf and for the one
 * that replaces it.
 */
export const rootOfProof = (leaf: Uint8Array, { siblings, sides }: MerkleProof): Uint8Array =>
  siblings.reduce(
    (node, sibling, level) => (sides[level] === 1 ? sha256Pair(sibling, node) : sha256Pair(node, sibling)),
    leaf,
  );

/**
 * Packs the sides of a proof into one number, the leaf's level in the lowest bit.
 *
 * @example
 * sidesAsIndex([1, 0, 1]); // 5n
 */
export const sidesAsIndex = (sides: readonly Side[]): bigint =>
  sides.reduce((index, side, level) => index | (BigInt(side) << BigInt(level)), 0n);
