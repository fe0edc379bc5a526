import { DIGEST_LENGTH, sha256Pair, sha256Short } from '../hashing/sha256.js';

/** Levels of a public campaign's tree: fewer places could be ground to block a chosen address. */
export const COUNT_LEVELS = 64;
/** Claims of one key hash at most: the leaf has them in four bytes, which scripts read as a signed number. */
export const MAX_CLAIMS = 2_147_483_647;
const PLACE_LENGTH = COUNT_LEVELS / 8;
const HASH_LENGTH = 20;

/** A claimer's place: 8 bytes, little-endian; bit 0 says on which side the leaf stands, bit 63 on which side of the root. */
export type ClaimPlace = Uint8Array;

/** The place of a public key hash in the campaign of a nonce: the first 64 bits of `sha256(nonce | hash)`. */
export const placeOfClaimer = (nonce: Uint8Array, hash: Uint8Array): ClaimPlace => {
  const key = new Uint8Array(nonce.length + hash.length);
  key.set(nonce);
  key.set(hash, nonce.length);
  return sha256Short(key).slice(0, PLACE_LENGTH);
};

/** The lane of a place: its number modulo the lanes, a power of two. */
export const laneOfPlace = (place: ClaimPlace, lanes: number): number =>
  Number(new DataView(place.buffer, place.byteOffset, PLACE_LENGTH).getBigUint64(0, true) % BigInt(lanes));

/** On which side of its pair a path stands at a level, the leaf's being 0: 1 on the right. */
export const bitOfPlace = (place: ClaimPlace, level: number): 0 | 1 =>
  (((place[level >> 3] ?? 0) >> (level & 7)) & 1) === 1 ? 1 : 0;

/** The leaf of a key hash that has claimed so often: SHA-256 of the hash and the count, 4 bytes little-endian. */
export const countLeaf = (hash: Uint8Array, count: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(HASH_LENGTH + 4);
  bytes.set(hash);
  new DataView(bytes.buffer).setUint32(HASH_LENGTH, count, true);
  return sha256Short(bytes);
};

/** Roots of empty trees by their levels; that of none is what an empty place holds, SHA-256 of one zero byte. */
const EMPTY: readonly Uint8Array[] = Array.from({ length: COUNT_LEVELS }).reduce<Uint8Array[]>(
  (roots) => {
    const last = roots.at(-1) ?? new Uint8Array(DIGEST_LENGTH);
    return [...roots, sha256Pair(last, last)];
  },
  [sha256Short(Uint8Array.of(0))],
);

/** The root of an empty tree of so many levels, 0 to 64. @throws RangeError for others */
export const emptyTree = (levels: number): Uint8Array => {
  const root = EMPTY[levels];
  if (root === undefined) throw new RangeError(`A tree of claim counts has 0 to ${COUNT_LEVELS} levels, not ${levels}`);
  return root;
};
