import { createHash } from 'node:crypto';
import { doubleSha256, fromDisplayHash, toDisplayHash } from './hash.js';
import { branchOf, merkleRoot, merkleTree } from './merkle.js';

const leaves = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));

const pair = (a: string, b: string) =>
  toDisplayHash(doubleSha256(Buffer.concat([fromDisplayHash(a), fromDisplayHash(b)])));

/** What a client computes from a branch. */
const rootBy = (leaf: string, branch: readonly string[], position: number): string =>
  branch.reduce(
    ({ hash, at }, sibling) => ({ hash: at % 2 === 1 ? pair(sibling, hash) : pair(hash, sibling), at: at >> 1 }),
    { hash: leaf, at: position },
  ).hash;

describe('the branch of a merkle tree', () => {
  it('of a single leaf is empty, and the leaf is the root', () => {
    const [leaf = ''] = leaves(1);
    expect(branchOf(merkleTree([leaf]), 0)).toEqual({ branch: [], root: leaf });
  });

  it.each([2, 3, 4, 5, 8, 9, 13])('proves every one of %i leaves under one root', (count) => {
    const all = leaves(count);
    const tree = merkleTree(all);
    const roots = all.map((leaf, position) => {
      const { branch, root } = branchOf(tree, position);
      expect(rootBy(leaf, branch, position)).toBe(root);
      expect(branch).toHaveLength(Math.ceil(Math.log2(count)));
      return root;
    });
    expect(new Set(roots).size).toBe(1);
  });

  it('gives the merkle root of a real block (Bitcoin block 170)', () => {
    const txids = [
      'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082',
      'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    ];
    expect(merkleRoot(txids)).toBe('7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff');
  });
});
