import { DIGEST_LENGTH, sha256Pair, sha256Short } from '../hashing/sha256.js';

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

/** Levels of a public campaign's tree. With fewer places, somebody could grind a key that blocks a chosen address. */
export const COUNT_LEVELS = 64;
/** Most claims of one key hash: its leaf holds them in four bytes, which scripts read as a signed number. */
export const MAX_CLAIMS = 2_147_483_647;
const PLACE_LENGTH = COUNT_LEVELS / 8;
const HASH_LENGTH = 20;

/**
 * A claimer's place: 8 bytes, little-endian. Bit 0 says on which side the leaf is, bit 63 on which side of the
 * root.
 */
export type ClaimPlace = Uint8Array;

/** Returns the place of a public key hash in the campaign of a nonce: the first 64 bits of `sha256(nonce | hash)`. */
export const placeOfClaimer = (nonce: Uint8Array, hash: Uint8Array): ClaimPlace => {
  const key = new Uint8Array(nonce.length + hash.length);
  key.set(nonce);
  key.set(hash, nonce.length);
  return sha256Short(key).slice(0, PLACE_LENGTH);
};

/** Returns the lane of a place: its number modulo the number of lanes, a power of two. */
export const laneOfPlace = (place: ClaimPlace, lanes: number): number =>
  Number(new DataView(place.buffer, place.byteOffset, PLACE_LENGTH).getBigUint64(0, true) % BigInt(lanes));

/** Returns the side of a path at a level, of which the leaf's is 0: 1 for right. */
export const bitOfPlace = (place: ClaimPlace, level: number): 0 | 1 =>
  (((place[level >> 3] ?? 0) >> (level & 7)) & 1) === 1 ? 1 : 0;

/** Returns the leaf of a key hash with a number of claims: SHA-256 of the hash and the count, 4 bytes little-endian. */
export const countLeaf = (hash: Uint8Array, count: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(HASH_LENGTH + 4);
  bytes.set(hash);
  new DataView(bytes.buffer).setUint32(HASH_LENGTH, count, true);
  return sha256Short(bytes);
};

/** Roots of empty trees by their levels. With no level it is the leaf of an empty place, SHA-256 of one zero byte. */
const EMPTY: readonly Uint8Array[] = Array.from({ length: COUNT_LEVELS }).reduce<Uint8Array[]>(
  (roots) => {
    const last = roots.at(-1) ?? new Uint8Array(DIGEST_LENGTH);
    return [...roots, sha256Pair(last, last)];
  },
  [sha256Short(Uint8Array.of(0))],
);

/**
 * Returns the root of an empty tree of 0 to 64 levels.
 *
 * @throws RangeError for any other number of levels
 */
export const emptyTree = (levels: number): Uint8Array => {
  const root = EMPTY[levels];
  if (root === undefined) throw new RangeError(`A tree of claim counts has 0 to ${COUNT_LEVELS} levels, not ${levels}`);
  return root;
};
