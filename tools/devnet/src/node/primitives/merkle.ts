import { doubleSha256 } from './hash.js';

const hashLength = 32;

/**
 * The levels of Bitcoin's merkle tree from the leaves to the root: hashes in the order of serialization, one behind the
 * other. Below the root, a level of an odd number has its last hash twice.
 */
export type MerkleTree = readonly Buffer[];

const padded = (level: Buffer): Buffer =>
  level.length % (2 * hashLength) === 0 ? level : Buffer.concat([level, level.subarray(-hashLength)]);

/**
 * Computes the merkle tree of some hashes.
 * @param hashes leaves in display order, at least one
 */
export const merkleTree = (hashes: readonly string[]): MerkleTree => {
  const levels: Buffer[] = [];
  let level = Buffer.concat(hashes.map((hash) => Buffer.from(hash, 'hex').reverse()));
  while (level.length > hashLength) {
    const pairs = padded(level);
    levels.push(pairs);
    const parents = Array.from({ length: pairs.length / (2 * hashLength) }, (_, pair) =>
      doubleSha256(pairs.subarray(2 * hashLength * pair, 2 * hashLength * (pair + 1))),
    );
    level = Buffer.concat(parents);
  }
  return [...levels, level];
};

const shownAt = (level: Buffer, at: number): string =>
  Buffer.from(level.subarray(hashLength * at, hashLength * (at + 1)))
    .reverse()
    .toString('hex');

/**
 * Returns the merkle branch of a leaf: the siblings from the leaf up to the root, an odd hash in place of its
 * missing sibling.
 * @param position index of the leaf to prove
 * @returns branch and root in display order
 */
export const branchOf = (tree: MerkleTree, position: number): { branch: string[]; root: string } => ({
  branch: tree.slice(0, -1).map((level, depth) => shownAt(level, (position >> depth) ^ 1)),
  root: shownAt(tree.at(-1) ?? Buffer.alloc(hashLength), 0),
});

/** Returns the merkle root of a block's txids, all in display order. */
export const merkleRoot = (txids: readonly string[]): string => branchOf(merkleTree(txids), 0).root;
