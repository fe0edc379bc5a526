import { sha256Pair } from '../hashing/sha256.js';
import { bitOfPlace, countLeaf, emptyTree, type ClaimPlace } from './claim-place.js';

/**
 * A part of the tree that is not empty. Where only one path goes on, no node is kept: a tree of n claimers has n
 * leaves and n - 1 branches, however many levels.
 */
export type CountNode = CountLeaf | CountBranch;

interface Common {
  /** Place of any leaf below it, which gives the path down to it. */
  readonly place: ClaimPlace;
  /** Number of levels below it. */
  readonly height: number;
  /** Digest of the node itself. */
  own: Uint8Array;
  /** Its digest, hashed up to just below the branch above it, or to the root. */
  top: Uint8Array;
}

/** The count of one key hash. */
export interface CountLeaf extends Common {
  readonly kind: 'leaf';
  readonly hash: Uint8Array;
  count: number;
}

/** A node where paths part. */
export interface CountBranch extends Common {
  readonly kind: 'branch';
  readonly children: [CountNode, CountNode];
}

/** Hashes a node's digest up to a height, with empty trees beside it all the way. */
export const raised = ({ place, height, own }: Pick<CountNode, 'place' | 'height' | 'own'>, to: number): Uint8Array => {
  let digest = own;
  for (let level = height; level < to; level += 1)
    digest =
      bitOfPlace(place, level) === 1 ? sha256Pair(emptyTree(level), digest) : sha256Pair(digest, emptyTree(level));
  return digest;
};

/**
 * Returns the highest level below `levels` at which a place leaves the path to a node; undefined when the place is
 * within the node.
 */
export const divergence = (node: CountNode, place: ClaimPlace, levels: number): number | undefined => {
  for (let level = levels - 1; level >= node.height; level -= 1)
    if (bitOfPlace(node.place, level) !== bitOfPlace(place, level)) return level;
  return undefined;
};

/**
 * Makes a leaf.
 *
 * @param topHeight height of the branch above it less one, or of the tree
 */
export const newLeaf = (place: ClaimPlace, hash: Uint8Array, count: number, topHeight: number): CountLeaf => {
  const own = countLeaf(hash, count);
  return { kind: 'leaf', place, height: 0, hash, count, own, top: raised({ place, height: 0, own }, topHeight) };
};

/** Joins two parts whose paths part at a level; their tops must reach up to it. */
export const newBranch = (level: number, left: CountNode, right: CountNode, topHeight: number): CountBranch => {
  const shape = { place: left.place, height: level + 1, own: sha256Pair(left.top, right.top) };
  return { kind: 'branch', ...shape, children: [left, right], top: raised(shape, topHeight) };
};
