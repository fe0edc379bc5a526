import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  flattenBinArray,
  hash256,
  numberToBinUint32LE,
  sha256,
} from '@bitauth/libauth';
import type { PublicKeyHash } from '../chain/address.js';
import { MARKER } from './airdrop-state.js';

/** What a claim proves: a whitelist's row under the root of its lane. */
export interface WhitelistClaimProof {
  readonly hash: PublicKeyHash;
  /** Base units. */
  readonly amount: bigint;
  /** 32 bytes each, from the leaf up. */
  readonly siblings: readonly Uint8Array[];
  /** Side of each sibling: 1 for left (hashed first), 0 for right. */
  readonly sides: readonly (0 | 1)[];
}

/** What a claim of a public campaign proves: the recipient's count under the root of their lane. */
export interface CountClaimProof {
  readonly hash: PublicKeyHash;
  /** Claims the recipient has made before. */
  readonly claimed: number;
  /** One for each of 64 levels, from the leaf up: 32 bytes, or no bytes where the subtree is empty. */
  readonly siblings: readonly Uint8Array[];
}

/** Roots of a lane before and after a claim, hex. */
export interface RootChange {
  readonly before: string;
  readonly after: string;
}

const nodeOf = (node: Uint8Array, sibling: Uint8Array, left: boolean): Uint8Array =>
  sha256.hash(flattenBinArray(left ? [sibling, node] : [node, sibling]));

/** Returns a lane's roots before and after a claim, which replaces the row's leaf with the spent marker. */
export const whitelistRoots = ({ hash, amount, siblings, sides }: WhitelistClaimProof): RootChange => {
  const up = (leaf: Uint8Array) =>
    binToHex(siblings.reduce((node, sibling, level) => nodeOf(node, sibling, sides[level] === 1), leaf));
  return { before: up(hash256(flattenBinArray([hash, bigIntToBinUint64LE(amount)]))), after: up(MARKER) };
};

/**
 * Returns the place of a key hash in a public campaign's tree of counts: the first 64 bits of sha256(nonce, hash),
 * the lowest bit deciding nearest the leaf.
 */
export const countPlace = (nonce: Uint8Array, hash: PublicKeyHash): bigint =>
  binToBigIntUint64LE(sha256.hash(flattenBinArray([nonce, hash])).slice(0, 8));

/** Returns the number of the lane that pays a key hash. */
export const publicLaneOf = (
  { nonce, lanes }: { readonly nonce: Uint8Array; readonly lanes: number },
  hash: PublicKeyHash,
): number => Number(countPlace(nonce, hash) % BigInt(lanes));

/** Returns the leaf of a count; a count of 0 has that of an empty place. */
export const countLeaf = (hash: PublicKeyHash, count: number): Uint8Array =>
  count === 0 ? MARKER : sha256.hash(flattenBinArray([hash, numberToBinUint32LE(count)]));

/** Returns a lane's roots before and after a claim, which raises the recipient's count by one. */
export const countRoots = (nonce: Uint8Array, { hash, claimed, siblings }: CountClaimProof): RootChange => {
  const place = countPlace(nonce, hash);
  let [before, after, empty] = [countLeaf(hash, claimed), countLeaf(hash, claimed + 1), MARKER];
  for (const [level, known] of siblings.entries()) {
    const sibling = known.length === 0 ? empty : known;
    const left = (place >> BigInt(level)) % 2n === 1n;
    [before, after, empty] = [nodeOf(before, sibling, left), nodeOf(after, sibling, left), nodeOf(empty, empty, true)];
  }
  return { before: binToHex(before), after: binToHex(after) };
};
