import { binToBigIntUint64LE, binToHex, flattenBinArray, hash256, sha256 } from '@bitauth/libauth';
import { at, littleEndian } from '../support/bytes.js';

/** The leaf of a paid row, and of an empty place. */
export const MARKER = sha256.hash(Uint8Array.of(0));

export const leafOf = (recipient: Uint8Array, amount: bigint): Uint8Array =>
  hash256(flattenBinArray([recipient, littleEndian(amount, 8)]));

export const nodeOf = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return sha256.hash(both);
};

/** Siblings from the leaf up, and on which side each is: 1 for left. */
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
 * the order it has then, for any later leaves.
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

/** Roots of empty trees, by depth. */
const EMPTY: Uint8Array[] = [MARKER];
export const emptyOf = (depth: number): Uint8Array => {
  while (EMPTY.length <= depth) EMPTY.push(nodeOf(at(EMPTY, EMPTY.length - 1), at(EMPTY, EMPTY.length - 1)));
  return at(EMPTY, depth);
};

/** The nodes from a leaf at a place up to the root, with these siblings, empty ones standing for empty subtrees. */
const nodesAbove = (place: bigint, leaf: Uint8Array, siblings: readonly Uint8Array[]): Uint8Array[] => {
  const nodes = [leaf];
  for (const [level, known] of siblings.entries()) {
    const node = at(nodes, level);
    const sibling = known.length === 0 ? emptyOf(level) : known;
    nodes.push((place >> BigInt(level)) % 2n === 1n ? nodeOf(sibling, node) : nodeOf(node, sibling));
  }
  return nodes;
};

/** The root over a leaf at a place. */
export const rootAt = (place: bigint, leaf: Uint8Array, siblings: readonly Uint8Array[]): Uint8Array =>
  at(nodesAbove(place, leaf, siblings), siblings.length);

/** A sparse tree of counts in plain code: nodes by level and place, absent where a subtree is empty. */
export class CountTree {
  readonly #nodes = new Map<string, Uint8Array>();

  constructor(readonly depth: number) {}

  private node(level: number, place: bigint): Uint8Array | undefined {
    return this.#nodes.get(`${level}:${place}`);
  }

  get root(): Uint8Array {
    return this.node(this.depth, 0n) ?? emptyOf(this.depth);
  }

  private path(place: bigint): bigint {
    return place & ((1n << BigInt(this.depth)) - 1n);
  }

  /** Siblings of a place from the leaf up, empty where a subtree is. */
  proof(place: bigint): Uint8Array[] {
    return Array.from(
      { length: this.depth },
      (_, level) => this.node(level, (this.path(place) >> BigInt(level)) ^ 1n) ?? new Uint8Array(),
    );
  }

  set(place: bigint, leaf: Uint8Array): void {
    for (const [level, node] of nodesAbove(this.path(place), leaf, this.proof(place)).entries())
      this.#nodes.set(`${level}:${this.path(place) >> BigInt(level)}`, node);
  }
}

export const countLeaf = (recipient: Uint8Array, count: bigint): Uint8Array =>
  sha256.hash(flattenBinArray([recipient, littleEndian(count, 4)]));
