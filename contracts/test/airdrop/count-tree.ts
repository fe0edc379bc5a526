import { flattenBinArray, sha256 } from '@bitauth/libauth';
import { at, littleEndian } from '../support/bytes.js';
import { MARKER, nodeOf } from './lane-tree.js';

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
