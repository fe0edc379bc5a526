import { createHash } from 'node:crypto';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import fc from 'fast-check';
import { hexOf, RUNS } from '../../test/runs.js';
import { dumpTree, prefixedHex } from './dump.js';
import { nodeOfLeaf, rootOfProof, siblingsOnPath, sidesAsIndex } from './merkle-proof.js';
import { MerkleTree } from './merkle-tree.js';

const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());

/** The same node hash for OpenZeppelin: SHA-256 of the sorted pair. */
const nodeHash = (a: string | Uint8Array | readonly number[], b: string | Uint8Array | readonly number[]): string => {
  const [first, second] = [a, b]
    .map((node) => (typeof node === 'string' ? Buffer.from(node.slice(2), 'hex') : Buffer.from(node)))
    .sort((x, y) => Buffer.compare(x, y));
  return prefixedHex(sha256(first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)));
};

const leavesOf = (count: number, seed = 0): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => sha256(Buffer.from(`${seed} ${i}`)));
const openZeppelin = (leaves: readonly Uint8Array[]) =>
  SimpleMerkleTree.of(leaves.map(prefixedHex), { sortLeaves: false, nodeHash });

/** Few kinds of leaves, so that equal ones meet everywhere. */
const lists = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 130 }), fc.nat()).map(([count, seed]) => leavesOf(count, seed)),
  fc
    .array(fc.nat(2), { minLength: 1, maxLength: 70 })
    .map((kinds) => kinds.map((kind) => leavesOf(3)[kind] ?? new Uint8Array(32))),
);

describe('against OpenZeppelin', () => {
  it.each([...Array.from({ length: 34 }, (_, i) => i + 1), 63, 64, 65, 127, 255, 1_023, 1_024, 1_025])(
    '%i leaves: root, proofs and dump are the same',
    (count) => {
      const leaves = leavesOf(count);
      const tree = MerkleTree.of(leaves);
      const theirs = openZeppelin(leaves);
      expect(prefixedHex(tree.root)).toBe(theirs.root);
      expect(JSON.stringify(dumpTree(tree))).toBe(JSON.stringify(theirs.dump()));
      for (let i = 0; i < count; i += Math.ceil(count / 50))
        expect(tree.proof(i).siblings.map(prefixedHex)).toEqual(theirs.getProof(i));
    },
  );

  it('any list of leaves, equal ones too', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (leaves, pick) => {
        const tree = MerkleTree.of(leaves);
        const theirs = openZeppelin(leaves);
        const leaf = pick % leaves.length;
        const proof = tree.proof(leaf);
        expect(JSON.stringify(dumpTree(tree))).toBe(JSON.stringify(theirs.dump()));
        expect(proof.siblings.map(prefixedHex)).toEqual(theirs.getProof(leaf));
        expect(rootOfProof(leaves[leaf] ?? new Uint8Array(), proof)).toEqual(tree.root);
      }),
      RUNS(25),
    );
  });

  it('its library accepts a dump', () => {
    const tree = MerkleTree.of(leavesOf(37));
    expect(SimpleMerkleTree.load(dumpTree(tree), nodeHash).root).toBe(prefixedHex(tree.root));
  });
});

describe('replaced leaves', () => {
  const marker = sha256(Buffer.of(0));

  it('lead to the root that the old proof gives for the new leaf', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(), { maxLength: 30 }), (leaves, picks) => {
        const tree = MerkleTree.of(leaves);
        for (const pick of picks) {
          const leaf = pick % leaves.length;
          const proof = tree.proof(leaf);
          const before = [tree.root, rootOfProof(tree.leaf(leaf), proof)].map(hexOf);
          tree.replaceLeaf(leaf, marker);
          const after = [tree.root, rootOfProof(marker, proof), tree.leaf(leaf)].map(hexOf);
          expect([before[1], ...after.slice(1)]).toEqual([before[0], after[0], hexOf(marker)]);
        }
        const roots = leaves.map((_, i) => hexOf(rootOfProof(tree.leaf(i), tree.proof(i))));
        expect(new Set(roots)).toEqual(new Set([hexOf(tree.root)]));
      }),
      RUNS(25),
    );
  });

  it('are the same one by one and at once', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(), { maxLength: 60 }), (leaves, picks) => {
        const chosen = picks.map((pick) => pick % leaves.length);
        const [single, bulk] = [MerkleTree.of(leaves), MerkleTree.of(leaves)];
        for (const leaf of chosen) single.replaceLeaf(leaf, marker);
        bulk.replaceLeaves(chosen, marker);
        expect(bulk.root).toEqual(single.root);
        for (const leaf of chosen) expect(bulk.proof(leaf)).toEqual(single.proof(leaf));
      }),
      RUNS(25),
    );
  });

  it('make old proofs of their neighbours fail', () => {
    const leaves = leavesOf(8);
    const tree = MerkleTree.of(leaves);
    const stale = tree.proof(1);
    tree.replaceLeaf(0, marker);
    expect(rootOfProof(tree.leaf(1), stale)).not.toEqual(tree.root);
  });
});

describe('proofs', () => {
  it('give each leaf of a full tree a place of its own, equal leaves too', () => {
    const tree = MerkleTree.of([...leavesOf(5), ...Array.from({ length: 11 }, () => sha256(Buffer.of(0)))]);
    const places = Array.from({ length: 16 }, (_, i) => sidesAsIndex(tree.proof(i).sides));
    expect(new Set(places).size).toBe(16);
    expect(places.every((place) => place >= 0n && place < 16n)).toBe(true);
  });

  it('under an inner node are the full ones without their end', () => {
    const tree = MerkleTree.of(leavesOf(32));
    const top = 2; // leaves 0 to 15
    const [part, whole] = [tree.proof(5, top), tree.proof(5)];
    expect(whole.siblings.slice(0, 4)).toEqual(part.siblings);
    expect(rootOfProof(tree.leaf(5), part)).toEqual(tree.node(top));
  });

  it('list the nodes that a proof needs', () => {
    const tree = MerkleTree.of(leavesOf(13));
    expect(siblingsOnPath(13, 4).map((node) => tree.node(node))).toEqual(tree.proof(4).siblings);
    expect(tree.node(nodeOfLeaf(13, 4))).toEqual(tree.leaf(4));
  });
});

describe('a tree', () => {
  it('refuses leaves that are none', () => {
    expect(() => MerkleTree.of([])).toThrow(RangeError);
    expect(() => MerkleTree.of([new Uint8Array(31)])).toThrow(RangeError);
    const tree = MerkleTree.of(leavesOf(3));
    for (const leaf of [-1, 3, 0.5, NaN]) expect(() => tree.proof(leaf)).toThrow(RangeError);
    expect(() => tree.replaceLeaf(0, new Uint8Array(33))).toThrow(RangeError);
  });

  it('refuses memory of other sizes', () => {
    expect(() => MerkleTree.over({ nodes: new Uint8Array(64), order: new Uint8Array(1) })).toThrow(RangeError);
    expect(() => MerkleTree.over({ nodes: new Uint8Array(0), order: new Uint8Array(1) })).toThrow(RangeError);
    expect(() => MerkleTree.over({ nodes: new Uint8Array(32 * 19), order: new Uint8Array(1) })).toThrow(RangeError);
  });

  it('reports its progress, to the end', () => {
    const calls: [number, number][] = [];
    MerkleTree.of(leavesOf(20_000), (done, total) => calls.push([done, total]));
    expect(calls.length).toBe(2);
    expect(calls.at(-1)).toEqual([19_999, 19_999]);
    expect(calls.every(([done], i) => i === 0 || done > (calls[i - 1]?.[0] ?? 0))).toBe(true);
  });
});
