import { sha256Pair } from '../hashing/sha256.js';

/** Where a sibling stands beside the path: 1 on the left, hashed first; 0 on the right. */
export type Side = 0 | 1;

/** A proof by position, from the leaf up. */
export interface MerkleProof {
  /** 32 bytes each, one a level. */
  readonly siblings: readonly Uint8Array[];
  /** One for each sibling. */
  readonly sides: readonly Side[];
}

/**
 * The root that a leaf and its proof lead to, siblings on the sides that the proof says: what the covenant computes, for the
 * old leaf and for the one that replaces it.
 */
export const rootOfProof = (leaf: Uint8Array, { siblings, sides }: MerkleProof): Uint8Array =>
  siblings.reduce(
    (node, sibling, level) => (sides[level] === 1 ? sha256Pair(sibling, node) : sha256Pair(node, sibling)),
    leaf,
  );

/** The sides of a proof as one number, the leaf's level in the lowest bit. */
export const sidesAsIndex = (sides: readonly Side[]): bigint =>
  sides.reduce((index, side, level) => index | (BigInt(side) << BigInt(level)), 0n);
