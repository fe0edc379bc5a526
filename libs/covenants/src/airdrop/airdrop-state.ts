import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  flattenBinArray,
  hexToBin,
  sha256,
} from '@bitauth/libauth';
import { AIRDROP_PUBLIC_LEVELS } from '@weir/contracts';

/**
 * What changes in a lane, as held by its NFT commitment. 40 bytes: root 32, version 01, lane 2, claims 5,
 * little-endian.
 */
export interface AirdropState {
  /** Root of the lane's tree of rows, or of its tree of counts. Hex. */
  readonly root: string;
  /** Counted from 0. */
  readonly lane: number;
  /** Claims so far. */
  readonly claims: number;
}

const VERSION = 0x01;
const HASH_LENGTH = 32;
/** Bytes of a state's commitment; a mutable NFT with another length at the address is not a state. */
export const AIRDROP_COMMITMENT_LENGTH = 40;

/** Encodes a state as its commitment, hex. */
export const encodeAirdropState = ({ root, lane, claims }: AirdropState): string =>
  root + binToHex(Uint8Array.of(VERSION, lane & 0xff, lane >> 8, ...bigIntToBinUint64LE(BigInt(claims)).slice(0, 5)));

/** Decodes a commitment (hex); undefined where it is not that of a lane. */
export const decodeAirdropState = (commitment: string): AirdropState | undefined => {
  const bytes = hexToBin(commitment);
  if (bytes.length !== AIRDROP_COMMITMENT_LENGTH || bytes[HASH_LENGTH] !== VERSION) return undefined;
  const number = (from: number, to: number) =>
    Number(binToBigIntUint64LE(Uint8Array.from({ length: 8 }, (_, i) => (from + i < to ? (bytes[from + i] ?? 0) : 0))));
  return { root: binToHex(bytes.slice(0, HASH_LENGTH)), lane: number(33, 35), claims: number(35, 40) };
};

/** Leaf of a paid row, and of an empty place in a tree of counts. */
export const MARKER = sha256.hash(Uint8Array.of(0));

/**
 * Returns the root of a tree that consists of markers only: of a lane that has paid all its rows, or of one without
 * counts yet. Hex.
 */
export const emptyAirdropRoot = (depth: number): string => {
  let root = MARKER;
  for (let level = 0; level < depth; level += 1) root = sha256.hash(flattenBinArray([root, root]));
  return binToHex(root);
};

/** The root that a public airdrop's lanes start with. */
export const INITIAL_COUNT_ROOT = emptyAirdropRoot(AIRDROP_PUBLIC_LEVELS);

/** Roots that are known, without the list, to have no claimable row. */
const ROWLESS_ROOTS: ReadonlySet<string> = new Set([
  '00'.repeat(HASH_LENGTH),
  ...Array.from({ length: AIRDROP_PUBLIC_LEVELS + 1 }, (_, depth) => emptyAirdropRoot(depth)),
]);

/**
 * Whether no row can ever be claimed under a root, for any list: the roots of trees of spent markers only, be it
 * of the lane's own depth (then anybody could end the lane at once) or of another (no path of the lane's depth leads
 * to a row), and 32 zero bytes, whose preimage nobody knows.
 *
 * @param root hex
 */
export const isRowlessRoot = (root: string): boolean => ROWLESS_ROOTS.has(root);
