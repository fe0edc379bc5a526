import { DIGEST_LENGTH, pairHasher, takeDigest } from '../hashing/sha256.js';
import { type MerkleProof, nodeCount, nodeOfLeaf, parentOf, siblingOf, type Side } from './merkle-proof.js';

const WORDS = DIGEST_LENGTH / 4;
/** From this node on, no four in a row include an ancestor of another. */
const FIRST_GROUPED = 8;
/** Nodes hashed between two calls of a progress callback. */
const PROGRESS_STEP = 16_384;

/** Receives how many of how many nodes have been hashed. */
export type Progress = (done: number, total: number) => void;

/** Returns the bytes that hold each inner node's order, one bit a node. */
export const orderLength = (leafCount: number): number => Math.ceil(leafCount / 8);

/** The memory of a tree: its nodes, and in which order each inner node hashes its children. */
export interface TreeMemory {
  /** 32 * (2 * leafCount - 1) bytes, aligned to 4. */
  readonly nodes: Uint8Array<ArrayBuffer>;
  /** {@link orderLength} bytes. A set bit puts the right child first. */
  readonly order: Uint8Array;
}

/**
 * A merkle tree over flat memory. Nodes are SHA-256 of their two children, the smaller first, so that any
 * implementation of sorted pairs (OpenZeppelin's SimpleMerkleTree with this node hash) computes the same root.
 *
 * Each pair keeps the order that it has when the tree is built, no matter what its leaves become afterwards: a covenant
 * that replaces a leaf computes the new root from the same siblings on the same sides, and so does {@link
 * MerkleTree.replaceLeaf}. Of two equal children, the one over the lower leaves comes first.
 */
export class MerkleTree {
  readonly leafCount: number;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array;
  readonly #order: Uint8Array;

  private constructor({ nodes, order }: TreeMemory) {
    this.leafCount = (nodes.length / DIGEST_LENGTH + 1) / 2;
    this.#bytes = nodes;
    this.#words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length / 4);
    this.#order = order;
  }

  /**
   * Creates a tree over the caller's memory, whose nodes and order must be right already: nothing is hashed.
   *
   * @throws RangeError when the sizes are not those of a tree
   */
  static over(memory: TreeMemory): MerkleTree {
    const tree = new MerkleTree(memory);
    if (!Number.isInteger(tree.leafCount) || tree.leafCount < 1)
      throw new RangeError('A tree must have at least one leaf, and only whole nodes');
    if (memory.order.length < orderLength(tree.leafCount)) throw new RangeError('The memory of the order is too short');
    return tree;
  }

  /**
   * Builds a tree over memory that holds the leaves in their places: hashes all nodes above them.
   *
   * @throws RangeError when the sizes are not those of a tree
   */
  static build(memory: TreeMemory, onProgress?: Progress): MerkleTree {
    const tree = MerkleTree.over(memory);
    tree.#build(onProgress);
    return tree;
  }

  /**
   * Builds the tree of a list of leaves, in their order.
   *
   * @param leaves 32 bytes each, at least one
   * @throws RangeError when there is none, or one has another length
   */
  static of(leaves: readonly Uint8Array[], onProgress?: Progress): MerkleTree {
    if (leaves.length === 0) throw new RangeError('A tree must have at least one leaf');
    const nodes = new Uint8Array(nodeCount(leaves.length) * DIGEST_LENGTH);
    for (const [i, leaf] of leaves.entries()) {
      if (leaf.length !== DIGEST_LENGTH) throw new RangeError(`Leaf ${i} has ${leaf.length} bytes, not 32`);
      nodes.set(leaf, nodeOfLeaf(leaves.length, i) * DIGEST_LENGTH);
    }
    return MerkleTree.build({ nodes, order: new Uint8Array(orderLength(leaves.length)) }, onProgress);
  }

  /** A copy of the root, 32 bytes. */
  get root(): Uint8Array {
    return this.node(0);
  }

  /** Returns a copy of a node, 32 bytes. */
  node(index: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH);
  }

  /**
   * Returns a copy of a leaf, 32 bytes.
   *
   * @throws RangeError when there is no such leaf
   */
  leaf(index: number): Uint8Array<ArrayBuffer> {
    return this.node(this.#nodeOf(index));
  }

  /**
   * Returns the proof of a leaf as the tree is.
   *
   * @param top node under which the leaf is proven; by default the root
   * @throws RangeError when there is no such leaf
   */
  proof(leaf: number, top = 0): MerkleProof {
    const siblings: Uint8Array[] = [];
    const sides: Side[] = [];
    for (let node = this.#nodeOf(leaf); node > top; node = parentOf(node)) {
      siblings.push(this.node(siblingOf(node)));
      sides.push(this.#isFirst(node) ? 0 : 1);
    }
    return { siblings, sides };
  }

  /**
   * Replaces a leaf and hashes its ancestors again, one at each level.
   *
   * @throws RangeError when there is no such leaf, or the new one does not have 32 bytes
   */
  replaceLeaf(leaf: number, value: Uint8Array): void {
    this.#setLeaf(leaf, value);
    for (let node = this.#nodeOf(leaf); node > 0; node = parentOf(node)) this.#hashGroup(parentOf(node), 1);
  }

  /**
   * Replaces many leaves with one value, and hashes each of their ancestors once.
   *
   * @throws RangeError when there is no such leaf, or the value does not have 32 bytes
   */
  replaceLeaves(leaves: Iterable<number>, value: Uint8Array): void {
    const stale = new Uint8Array(this.leafCount);
    for (const leaf of leaves) {
      this.#setLeaf(leaf, value);
      for (let node = this.#nodeOf(leaf); node > 0 && stale[parentOf(node)] !== 1; node = parentOf(node))
        stale[parentOf(node)] = 1;
    }
    for (let node = this.leafCount - 2; node >= 0; node -= 1) if (stale[node] === 1) this.#hashGroup(node, 1);
  }

  #nodeOf(leaf: number): number {
    if (!Number.isInteger(leaf) || leaf < 0 || leaf >= this.leafCount) throw new RangeError(`There is no leaf ${leaf}`);
    return nodeOfLeaf(this.leafCount, leaf);
  }

  #setLeaf(leaf: number, value: Uint8Array): void {
    const node = this.#nodeOf(leaf);
    if (value.length !== DIGEST_LENGTH) throw new RangeError(`A leaf has 32 bytes, not ${value.length}`);
    this.#bytes.set(value, node * DIGEST_LENGTH);
  }

  /** Whether a node's parent hashes it before its sibling. */
  #isFirst(node: number): boolean {
    const parent = parentOf(node);
    const turned = (((this.#order[parent >> 3] ?? 0) >> (parent & 7)) & 1) === 1;
    return (node % 2 === 0) === turned;
  }

  #build(onProgress: Progress | undefined): void {
    const total = this.leafCount - 1;
    let reported = 0;
    for (let node = total - 1; node >= 0;) {
      const group = node >= FIRST_GROUPED + 3 ? 4 : 1;
      for (let i = 0; i < group; i += 1) this.#sort(node - i);
      this.#hashGroup(node - group + 1, group);
      node -= group;
      const done = total - 1 - node;
      if (onProgress !== undefined && (done - reported >= PROGRESS_STEP || node < 0))
        onProgress((reported = done), total);
    }
  }

  /** Records which child of a node is smaller; if both are equal, the right one, over the lower leaves. */
  #sort(node: number): void {
    const left = (2 * node + 1) * DIGEST_LENGTH;
    const right = left + DIGEST_LENGTH;
    let at = 0;
    while (at < DIGEST_LENGTH && this.#bytes[left + at] === this.#bytes[right + at]) at += 1;
    const leftFirst = at < DIGEST_LENGTH && (this.#bytes[left + at] ?? 0) < (this.#bytes[right + at] ?? 0);
    const bit = 1 << (node & 7);
    const others = (this.#order[node >> 3] ?? 0) & ~bit;
    this.#order[node >> 3] = leftFirst ? others : others | bit;
  }

  /** Hashes `count` nodes, at most four, from `first` on. None may be an ancestor of another. */
  #hashGroup(first: number, count: number): void {
    for (let lane = 0; lane < count; lane += 1) {
      const left = 2 * (first + lane) + 1;
      const leftHalf = this.#isFirst(left) ? 0 : 1;
      pairHasher.put(lane, leftHalf, this.#words, left * WORDS);
      pairHasher.put(lane, 1 - leftHalf, this.#words, (left + 1) * WORDS);
    }
    pairHasher.hash();
    for (let lane = 0; lane < count; lane += 1) takeDigest(lane, this.#words, (first + lane) * WORDS);
  }
}
