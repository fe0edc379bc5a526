import { createHash } from 'node:crypto';
import { hash256 } from '@bitauth/libauth';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import fc from 'fast-check';
import { hexOf, RUNS } from '../../test/runs.js';
import { IN_BASE_UNITS } from '../lists/list-problem.js';
import { dumpTree, prefixedHex } from '../tree/dump.js';
import { rootOfProof, sidesAsIndex } from '../tree/merkle-proof.js';
import { cashAddresses } from './address-reader.js';
import { laneShapeOf, leafCountOf, leafOfRow, SPENT_MARKER } from './lane-shape.js';
import { readRecipients } from './packed-rows.js';
import { blobLayout } from './whitelist-blob.js';
import { WhitelistTree } from './whitelist-tree.js';

const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());
const hashOf = (i: number) => sha256(Buffer.from(i.toString())).slice(0, 20);
const amountOf = (i: number) => BigInt(i) * 1_000_000_007n + 546n;
/** Recipients given by number: what is tested here is what comes after their addresses. */
const listOf = (count: number) => {
  const recipients = Array.from({ length: count }, (_, i) => ({
    address: i.toString(),
    amount: amountOf(i).toString(),
  }));
  return readRecipients(recipients, {
    readAddress: (text, target, offset) => {
      target.set(hashOf(Number(text)), offset);
      return undefined;
    },
    unit: IN_BASE_UNITS,
  });
};
const shapes = fc.tuple(fc.integer({ min: 1, max: 150 }), fc.constantFrom(1, 2, 4, 16));
const nodeHash = (a: string | Uint8Array | readonly number[], b: string | Uint8Array | readonly number[]): string => {
  const [first, second] = [a, b]
    .map((node) => (typeof node === 'string' ? Buffer.from(node.slice(2), 'hex') : Buffer.from(node)))
    .sort((x, y) => Buffer.compare(x, y));
  return prefixedHex(sha256(first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)));
};

describe('leaves', () => {
  it('are the double hash of public key hash and amount, 8 bytes little-endian', () => {
    const hash = hashOf(1);
    expect(leafOfRow(hash, 0x0102_0304_0506_0708n)).toEqual(hash256(Uint8Array.of(...hash, 8, 7, 6, 5, 4, 3, 2, 1)));
    expect(SPENT_MARKER).toEqual(sha256(Uint8Array.of(0)));
  });
});

describe('the shape', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 2],
    [1_048_576, 1, 20],
    [1_048_576, 16, 16],
    [1, 16, 1],
    [17, 16, 1],
  ])('of %i rows in %i lanes is %i levels deep', (rows, lanes, laneDepth) => {
    expect(laneShapeOf(rows, lanes)).toEqual({ lanes, laneDepth });
  });

  it.each([
    [1_048_577, 1],
    [10, 3],
    [10, 0],
    [10, 131_072],
    [10, NaN],
    [0, 1],
  ])('of %i rows in %d lanes is none', (rows, lanes) => {
    expect(() => laneShapeOf(rows, lanes)).toThrow(RangeError);
  });
});

describe('a whitelist tree', () => {
  it("is OpenZeppelin's over the padded list of leaves, lane after lane", () => {
    fc.assert(
      fc.property(shapes, ([count, lanes]) => {
        const tree = WhitelistTree.build(listOf(count), { lanes });
        const inLane = 2 ** tree.shape.laneDepth;
        const leaves = Array.from({ length: leafCountOf(tree.shape) }, (_, leaf) => {
          const row = (leaf % inLane) * lanes + Math.floor(leaf / inLane);
          return row < count ? leafOfRow(hashOf(row), amountOf(row)) : SPENT_MARKER;
        });
        const theirs = SimpleMerkleTree.of(leaves.map(prefixedHex), { sortLeaves: false, nodeHash });
        expect(JSON.stringify(dumpTree(tree.tree))).toBe(JSON.stringify(theirs.dump()));
      }),
      RUNS(10),
    );
  });

  it('proves every row under its lane, on the sides that lead to the root, and no place twice', () => {
    fc.assert(
      fc.property(shapes, ([count, lanes]) => {
        const tree = WhitelistTree.build(listOf(count), { lanes });
        const places = new Set<string>();
        let total = 0n;
        for (let row = 0; row < count; row += 1) {
          const proof = tree.proof(row);
          expect([proof.row, proof.lane, hexOf(proof.hash), proof.amount, tree.find(hashOf(row))]).toEqual([
            ...[row, row % lanes, hexOf(hashOf(row)), amountOf(row), row],
          ]);
          expect([proof.siblings.length, hexOf(rootOfProof(leafOfRow(proof.hash, proof.amount), proof))]).toEqual([
            ...[tree.shape.laneDepth, hexOf(tree.laneRoot(proof.lane))],
          ]);
          places.add(`${proof.lane}:${sidesAsIndex(proof.sides)}`);
          total += proof.amount;
        }
        expect(places.size).toBe(count);
        expect(
          Array.from({ length: lanes }, (_, lane) => tree.laneTotal(lane)).reduce((sum, each) => sum + each, 0n),
        ).toBe(total);
        expect(tree.find(hashOf(count))).toBeUndefined();
      }),
      RUNS(8),
    );
  });

  it("follows claims: each lane's root is the one its old proof gives for the marker", () => {
    fc.assert(
      fc.property(shapes, fc.array(fc.nat(), { maxLength: 40 }), ([count, lanes], picks) => {
        const list = listOf(count);
        const [tree, late] = [WhitelistTree.build(list, { lanes }), WhitelistTree.build(list, { lanes })];
        const spent = new Set<number>();
        for (const pick of picks) {
          const row = pick % count;
          const proof = tree.proof(row);
          tree.markSpent(row);
          spent.add(row);
          expect(hexOf(tree.laneRoot(proof.lane))).toBe(hexOf(rootOfProof(SPENT_MARKER, proof)));
        }
        late.markAllSpent(spent);
        expect(Buffer.compare(late.blob.slice(64), tree.blob.slice(64))).toBe(0);
        for (let row = 0; row < count; row += 1) {
          const leaf = spent.has(row) ? SPENT_MARKER : leafOfRow(hashOf(row), amountOf(row));
          expect([tree.isSpent(row), hexOf(rootOfProof(leaf, tree.proof(row)))]).toEqual([
            spent.has(row),
            hexOf(tree.laneRoot(row % lanes)),
          ]);
        }
      }),
      RUNS(8),
    );
  });

  it('is restored from its bytes, claims and all', () => {
    const tree = WhitelistTree.build(listOf(77), { lanes: 4 });
    tree.markSpent(5);
    const restored = WhitelistTree.restore(tree.blob.slice());
    for (let row = 0; row < 77; row += 1) {
      expect(restored.proof(row)).toEqual(tree.proof(row));
      expect(restored.find(hashOf(row))).toBe(row);
    }
    expect(restored.isSpent(5)).toBe(true);
    tree.markSpent(6);
    restored.markSpent(6);
    expect(restored.root).toEqual(tree.root);
    expect(restored.blob).toEqual(tree.blob);
  });

  it('keeps its nodes where the layout says', () => {
    const tree = WhitelistTree.build(listOf(10));
    const { nodes, length } = blobLayout(10, 1);
    expect(tree.blob.slice(nodes.at, nodes.at + 32)).toEqual(tree.root);
    expect(tree.blob).toHaveLength(length);
  });

  it('refuses bytes that do not belong to its own', () => {
    const { blob } = WhitelistTree.build(listOf(10));
    for (const bytes of [new Uint8Array(0), new Uint8Array(100), blob.slice(0, -1), blob.slice(4)])
      expect(() => WhitelistTree.restore(bytes)).toThrow(RangeError);
    const shifted = new Uint8Array(blob.length + 1);
    shifted.set(blob, 1);
    expect(() => WhitelistTree.restore(shifted.subarray(1))).toThrow(RangeError);
  });

  it('refuses rows and lanes that it does not have', () => {
    const tree = WhitelistTree.build(listOf(10), { lanes: 2 });
    for (const row of [-1, 10, 1.5]) {
      expect(() => tree.proof(row)).toThrow(RangeError);
      expect(() => tree.markSpent(row)).toThrow(RangeError);
    }
    for (const lane of [-1, 2, 0.5]) expect(() => tree.laneRoot(lane)).toThrow(RangeError);
    expect(tree.find(new Uint8Array(32))).toBeUndefined();
  });

  it('reports its progress over leaves and nodes', () => {
    const calls: [number, number][] = [];
    WhitelistTree.build(listOf(20_000), { onProgress: (done, total) => calls.push([done, total]) });
    expect(calls.at(-1)).toEqual([52_767, 52_767]);
    expect(calls.every(([done, total], i) => total === 52_767 && done >= (calls[i - 1]?.[0] ?? 0))).toBe(true);
  });

  it('takes a real address', () => {
    const recipient = { address: 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap', amount: '1000' };
    const rules = { readAddress: cashAddresses('bchtest'), unit: IN_BASE_UNITS };
    const tree = WhitelistTree.build(readRecipients([recipient], rules));
    // A lane has one level at least: the row beside a marker, in the order of their bytes.
    const pair = [leafOfRow(tree.row(0).hash, 1_000n), SPENT_MARKER].sort((a, b) => Buffer.compare(a, b));
    expect(tree.root).toEqual(sha256(...pair));
  });
});
