import { binToBigIntUint64LE, binToHex, flattenBinArray, hash256, sha256 } from '@bitauth/libauth';
import { at, littleEndian } from '../support/bytes.js';

/** What stands in place of a paid row, and in an empty place. */
export const MARKER = sha256.hash(Uint8Array.of(0));

export const leafOf = (recipient: Uint8Array, amount: bigint): Uint8Array =>
  hash256(flattenBinArray([recipient, littleEndian(amount, 8)]));

export const nodeOf = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return sha256.hash(both);
};

/** Siblings from the leaf up, and on which side each stands: 1 for left. */
export interface LaneProof {
  readonly siblings: readonly Uint8Array[];
  readonly sides: readonly (0 | 1)[];
}

/** The root over a leaf with these siblings. */
export const rootAbove = (leaf: Uint8Array, { siblings, sides }: LaneProof): Uint8Array =>
  siblings.reduce(
    (node, sibling, level) => (at(sides, level) === 1 ? nodeOf(sibling, node) : nodeOf(node, sibling)),
    leaf,
  );

/**
 * A lane's tree in plain code: of full depth, padded with markers. Its root is that of sorted pairs at first; each pair keeps
 * the order it has then, whatever its leaves become.
 */
export class LaneTree {
  readonly #levels: Uint8Array[][];
  readonly #turned: boolean[][];

  constructor(
    readonly depth: number,
    leaves: readonly Uint8Array[],
  ) {
    this.#levels = [Array.from({ length: 2 ** depth }, (_, index) => leaves[index] ?? MARKER)];
    this.#turned = [];
    // The nodes above markers alone, of which a tree of few rows has most.
    let padding = MARKER;
    for (let level = 0; level < depth; level += 1) {
      const [marker, markerAbove] = [padding, nodeOf(padding, padding)];
      const below = at(this.#levels, level);
      const pairs = Array.from(
        { length: below.length / 2 },
        (_, i) => [at(below, 2 * i), at(below, 2 * i + 1)] as const,
      );
      const turned = pairs.map(([left, right]) => left !== right && binToHex(left) > binToHex(right));
      this.#turned.push(turned);
      this.#levels.push(
        pairs.map(([left, right], i) => {
          if (left === marker && right === marker) return markerAbove;
          return at(turned, i) ? nodeOf(right, left) : nodeOf(left, right);
        }),
      );
      padding = markerAbove;
    }
  }

  get root(): Uint8Array {
    return at(at(this.#levels, this.depth), 0);
  }

  proof(index: number): LaneProof {
    const steps = Array.from({ length: this.depth }, (_, level) => {
      const place = index >> level;
      const turned = at(at(this.#turned, level), place >> 1);
      return {
        sibling: at(at(this.#levels, level), place ^ 1),
        side: ((place & 1) === 1) !== turned ? (1 as const) : (0 as const),
      };
    });
    return { siblings: steps.map(({ sibling }) => sibling), sides: steps.map(({ side }) => side) };
  }

  replace(index: number, leaf: Uint8Array): void {
    const { siblings, sides } = this.proof(index);
    let node = leaf;
    at(this.#levels, 0)[index] = node;
    for (const [level, sibling] of siblings.entries()) {
      node = at(sides, level) === 1 ? nodeOf(sibling, node) : nodeOf(node, sibling);
      at(this.#levels, level + 1)[index >> (level + 1)] = node;
    }
  }
}

/** The proof of a row in a tree of any depth, the rest of which is made up: too many rows to fill in. */
export const proofOfDepth = (depth: number): LaneProof => {
  const siblings = Array.from({ length: depth }, (_, level) => sha256.hash(Uint8Array.of(7, level)));
  return { siblings, sides: siblings.map((sibling) => ((sibling[0] ?? 0) % 2 === 1 ? 1 : 0)) };
};

/** The place of a key hash in a public airdrop's tree of counts: 64 bits, the lowest first from the leaf up. */
export const placeOf = (nonce: Uint8Array, recipient: Uint8Array): bigint =>
  binToBigIntUint64LE(sha256.hash(flattenBinArray([nonce, recipient])).slice(0, 8));
