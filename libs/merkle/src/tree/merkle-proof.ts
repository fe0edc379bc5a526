import { sha256Pair } from '../hashing/sha256.js';

/**
 * The tree has the shape of OpenZeppelin's SimpleMerkleTree: node 0 is the root, the children of node i are 2i + 1
 * and 2i + 2, and the leaves are at the end in reverse order, leaf 0 last.
 */

/** Returns the number of nodes of a tree. */
export const nodeCount = (leafCount: number): number => 2 * leafCount - 1;

/** Returns the node of a leaf: the root is node 0, the first leaf the last node. */
export const nodeOfLeaf = (leafCount: number, leaf: number): number => 2 * leafCount - 2 - leaf;

/** Returns the parent of a node. */
export const parentOf = (node: number): number => (node - 1) >> 1;

/** Returns the other child of a node's parent. */
export const siblingOf = (node: number): number => (node % 2 === 1 ? node + 1 : node - 1);

/**
 * Lists the nodes of a proof, from the leaf up: what must be read to serve it from a store that holds nodes by
 * number.
 *
 * @param top node under which the leaf is proven: 0 for the root, or a lane's node
 */
export const siblingsOnPath = (leafCount: number, leaf: number, top = 0): number[] => {
  const siblings: number[] = [];
  for (let node = nodeOfLeaf(leafCount, leaf); node > top; node = parentOf(node)) siblings.push(siblingOf(node));
  return siblings;
};

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
