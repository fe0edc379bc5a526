import { sha256Pair } from '../hashing/sha256.js';
import { bitOfPlace, countLeaf, emptyTree, placeOfClaimer, type ClaimPlace } from './claim-place.js';

/** How often a key hash has claimed, with the siblings that prove it. */
export interface ClaimCountProof {
  readonly count: number;
  /** One for each level, from the leaf up: 32 bytes, or no bytes where the tree beside the path is empty. */
  readonly siblings: readonly Uint8Array[];
}

/** Returns the leaf of a key hash; before its first claim that of an empty place. */
export const claimLeaf = (hash: Uint8Array, count: number): Uint8Array =>
  count === 0 ? emptyTree(0) : countLeaf(hash, count);

/** Returns the root that a leaf at a place and its siblings lead to. */
export const rootOfCountProof = (place: ClaimPlace, leaf: Uint8Array, siblings: readonly Uint8Array[]): Uint8Array =>
  siblings.reduce((node, known, level) => {
    const sibling = known.length === 0 ? emptyTree(level) : known;
    return bitOfPlace(place, level) === 1 ? sha256Pair(sibling, node) : sha256Pair(node, sibling);
  }, leaf);

/**
 * Whether a proof shows a key hash's count under a root: what the covenant checks before it raises the count.
 *
 * @param nonce of the campaign, 16 bytes
 * @param hash public key hash, 20 bytes
 */
export const verifyClaimCount = (
  root: Uint8Array,
  nonce: Uint8Array,
  hash: Uint8Array,
  { count, siblings }: ClaimCountProof,
): boolean => {
  const found = rootOfCountProof(placeOfClaimer(nonce, hash), claimLeaf(hash, count), siblings);
  return found.length === root.length && found.every((byte, i) => byte === root[i]);
};

/** Returns the root after one more claim, computed from the same siblings. */
export const rootAfterClaim = (nonce: Uint8Array, hash: Uint8Array, { count, siblings }: ClaimCountProof): Uint8Array =>
  rootOfCountProof(placeOfClaimer(nonce, hash), countLeaf(hash, count + 1), siblings);
