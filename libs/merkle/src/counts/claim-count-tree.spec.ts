import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hexOf, RUNS } from '../../test/runs.js';
import { ClaimCountTree, PlaceTakenError } from './claim-count-tree.js';
import {
  claimLeaf,
  countLeaf,
  emptyTree,
  laneOfPlace,
  MAX_CLAIMS,
  placeOfClaimer,
  rootAfterClaim,
  verifyClaimCount,
} from './claim-place.js';

const sha256 = (...parts: Uint8Array[]): Uint8Array =>
  new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest());
const nonce = Uint8Array.from({ length: 16 }, (_, i) => i * 11);
const hashOf = (i: number) => sha256(Buffer.from(i.toString())).slice(0, 20);
const placeNumber = (hash: Uint8Array) => Buffer.from(sha256(nonce, hash)).readBigUInt64LE();

/** The same tree in plain code: every node of the few levels computed from the leaves. */
const plainRoot = (levels: number, counts: ReadonlyMap<number, number>): Uint8Array => {
  const leaves = Array.from({ length: 2 ** levels }, () => sha256(Buffer.of(0)));
  for (const [i, count] of counts) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(count);
    leaves[Number(placeNumber(hashOf(i)) % 2n ** BigInt(levels))] = sha256(hashOf(i), bytes);
  }
  let row = leaves;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, i) =>
      sha256(row[2 * i] ?? Buffer.alloc(0), row[2 * i + 1] ?? Buffer.alloc(0)),
    );
  return row[0] ?? Buffer.alloc(0);
};

describe('places and leaves', () => {
  it('are those of the covenant', () => {
    const hash = hashOf(1);
    expect(placeOfClaimer(nonce, hash)).toEqual(sha256(nonce, hash).slice(0, 8));
    expect(laneOfPlace(placeOfClaimer(nonce, hash), 16)).toBe(Number(placeNumber(hash) % 16n));
    expect(countLeaf(hash, 0x01020304)).toEqual(sha256(hash, Uint8Array.of(4, 3, 2, 1)));
    expect(claimLeaf(hash, 0)).toEqual(sha256(Uint8Array.of(0)));
    expect(emptyTree(2)).toEqual(plainRoot(2, new Map()));
    for (const levels of [-1, 65, 0.5]) expect(() => emptyTree(levels)).toThrow(RangeError);
  });
});

describe('a tree of few levels', () => {
  it('has the root of all its nodes, no matter what is claimed in any order, and every proof holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(40), { maxLength: 60 }), (levels, claims) => {
        const tree = new ClaimCountTree(nonce, levels);
        const counts = new Map<number, number>();
        const owner = new Map<bigint, number>();
        for (const i of claims) {
          const place = placeNumber(hashOf(i)) % 2n ** BigInt(levels);
          if ((owner.get(place) ?? i) !== i) {
            expect(() => tree.proof(hashOf(i))).toThrow(PlaceTakenError);
            expect(() => tree.countUp(hashOf(i))).toThrow(PlaceTakenError);
            expect(tree.count(hashOf(i))).toBe(0);
            continue;
          }
          owner.set(place, i);
          const proof = tree.proof(hashOf(i));
          expect(proof.count).toBe(counts.get(i) ?? 0);
          expect(verifyClaimCount(tree.root, nonce, hashOf(i), proof)).toBe(true);
          const count = tree.countUp(hashOf(i));
          counts.set(i, count);
          expect(count).toBe(proof.count + 1);
          expect(hexOf(tree.root)).toBe(hexOf(rootAfterClaim(nonce, hashOf(i), proof)));
        }
        expect(tree.root).toEqual(plainRoot(levels, counts));
      }),
      RUNS(25),
    );
  });
});

describe('a tree of 64 levels', () => {
  const claims = fc.array(fc.nat(30), { maxLength: 40 });

  it('proves every count, and absence, with few siblings', () => {
    fc.assert(
      fc.property(claims, (made) => {
        const tree = new ClaimCountTree(nonce);
        const counts = new Map<number, number>();
        for (const i of made) {
          const before = tree.proof(hashOf(i));
          counts.set(i, tree.countUp(hashOf(i)));
          expect(hexOf(tree.root)).toBe(hexOf(rootAfterClaim(nonce, hashOf(i), before)));
        }
        for (let i = 0; i < 32; i += 1) {
          const proof = tree.proof(hashOf(i));
          const holds = (count: number) => verifyClaimCount(tree.root, nonce, hashOf(i), { ...proof, count });
          expect(proof.siblings.filter(({ length }) => length > 0).length).toBeLessThan(24);
          expect([proof.count, proof.siblings.length, holds(proof.count), holds(proof.count + 1)]).toEqual([
            counts.get(i) ?? 0,
            64,
            true,
            false,
          ]);
        }
      }),
      RUNS(5),
    );
  });

  it('is the same in any order, and from its bytes', () => {
    fc.assert(
      fc.property(claims, (made) => {
        const [one, other] = [new ClaimCountTree(nonce), new ClaimCountTree(nonce)];
        for (const i of made) one.countUp(hashOf(i));
        for (const i of made.toReversed()) other.countUp(hashOf(i));
        expect(other.root).toEqual(one.root);
        const restored = ClaimCountTree.fromBytes(nonce, one.toBytes());
        expect(restored.root).toEqual(one.root);
        const sorted = (tree: ClaimCountTree) =>
          Array.from(tree.entries(), ({ hash, count }) => `${Buffer.from(hash).toString('hex')} ${count}`).sort();
        expect(sorted(restored)).toEqual(sorted(one));
        for (const i of [...made.slice(0, 5), 31]) {
          expect(restored.proof(hashOf(i))).toEqual(one.proof(hashOf(i)));
          restored.countUp(hashOf(i));
          one.countUp(hashOf(i));
        }
        expect(restored.root).toEqual(one.root);
        expect(restored.toBytes()).toEqual(one.toBytes());
      }),
      RUNS(8),
    );
  });

  it('refuses counts that no leaf can hold', () => {
    const tree = new ClaimCountTree(nonce);
    for (const count of [0, -1, 1.5, MAX_CLAIMS + 1]) expect(() => tree.set(hashOf(1), count)).toThrow(RangeError);
    tree.set(hashOf(1), MAX_CLAIMS);
    expect(tree.count(hashOf(1))).toBe(MAX_CLAIMS);
    expect(() => tree.countUp(hashOf(1))).toThrow(RangeError);
  });

  it('refuses bytes that are not its own', () => {
    const tree = new ClaimCountTree(nonce);
    for (let i = 0; i < 20; i += 1) tree.countUp(hashOf(i));
    const bytes = tree.toBytes();
    expect(() => ClaimCountTree.fromBytes(nonce, bytes.slice(0, -1))).toThrow(RangeError);
    expect(() => ClaimCountTree.fromBytes(nonce, Uint8Array.of(...bytes, 0))).toThrow(RangeError);
    expect(() => ClaimCountTree.fromBytes(Uint8Array.of(1, ...nonce.slice(1)), bytes)).toThrow(RangeError);
    expect(() => ClaimCountTree.fromBytes(nonce, Uint8Array.of(200, ...bytes.slice(1)))).toThrow(RangeError);
    expect(() => ClaimCountTree.fromBytes(nonce, new Uint8Array(57))).toThrow(RangeError);
  });

  it('takes claimers whose paths run together for long', () => {
    const tree = new ClaimCountTree(nonce);
    const near = Array.from({ length: 2_000 }, (_, i) => i).filter(
      (i) => placeNumber(hashOf(i)) >> 56n === placeNumber(hashOf(0)) >> 56n,
    );
    for (const i of near) tree.countUp(hashOf(i));
    expect(near.filter((i) => !verifyClaimCount(tree.root, nonce, hashOf(i), tree.proof(hashOf(i))))).toEqual([]);
    expect(near.length).toBeGreaterThan(2);
  });
});
