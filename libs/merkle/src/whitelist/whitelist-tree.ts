import { DIGEST_LENGTH, shortHasher, takeDigest } from '../hashing/sha256.js';
import { type MerkleProof, nodeOfLeaf } from '../tree/merkle-proof.js';
import { MerkleTree, type Progress } from '../tree/merkle-tree.js';
import { HASH_LENGTH } from './address-reader.js';
import { HashIndex, ROW_LENGTH } from './hash-index.js';
import { laneOfRow, type LaneShape, leafOfRowAt, nodeOfLane, SPENT_MARKER } from './lane-shape.js';
import { type BlobParts, newBlob, openBlob } from './whitelist-blob.js';
import type { Whitelist } from './whitelist-builder.js';

const LANES = 4;
const PROGRESS_STEP = 16_384;

/** Writes the leaf of every row to its place, and the marker to places without a row. */
const hashLeaves = ({ rows, rowCount, nodes, layout }: BlobParts, onProgress?: Progress): void => {
  const { leafCount, shape } = layout;
  const inLane = 2 ** shape.laneDepth;
  const words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length / 4);
  for (let leaf = 0; leaf < leafCount; leaf += 1) {
    const row = (leaf % inLane) * shape.lanes + Math.floor(leaf / inLane);
    if (row >= rowCount) nodes.set(SPENT_MARKER, nodeOfLeaf(leafCount, leaf) * DIGEST_LENGTH);
  }
  for (let first = 0; first < rowCount; first += LANES) {
    const count = Math.min(LANES, rowCount - first);
    for (let i = 0; i < count; i += 1) shortHasher.put(i, rows, (first + i) * ROW_LENGTH, ROW_LENGTH);
    shortHasher.hash();
    for (let i = 0; i < count; i += 1) shortHasher.putDigest(i);
    shortHasher.hash();
    for (let i = 0; i < count; i += 1)
      takeDigest(i, words, nodeOfLeaf(leafCount, leafOfRowAt(first + i, shape)) * (DIGEST_LENGTH / 4));
    if (first % PROGRESS_STEP === 0) onProgress?.(first, rowCount);
  }
  onProgress?.(rowCount, rowCount);
};

/** A recipient, and what they are paid. */
export interface WhitelistRow {
  /** 20 bytes. */
  readonly hash: Uint8Array;
  /** Base units. */
  readonly amount: bigint;
}

/** What a claim proves of a row, under the root of its lane. */
export interface WhitelistProof extends WhitelistRow, MerkleProof {
  readonly row: number;
  readonly lane: number;
}

/** How a tree is built. */
export interface WhitelistTreeOptions {
  /** Number of lanes, a power of two. Default 1. */
  readonly lanes?: number | undefined;
  /** Receives how many of how many hashes are done. */
  readonly onProgress?: Progress | undefined;
}

/**
 * The tree of a campaign's rows in one piece of memory, which is also how it is stored: rows, an index of their
 * hashes, and all nodes. Its leaves are the lanes' rows one lane after the other, each lane filled up with the spent
 * marker to a power of two. Over that list, unsorted, it is OpenZeppelin's SimpleMerkleTree with SHA-256 of the
 * sorted pair as node hash.
 */
export class WhitelistTree {
  readonly #tree: MerkleTree;
  readonly #parts: BlobParts;
  readonly #view: DataView;
  readonly #index: HashIndex;

  private constructor(
    /** The tree as it is, in bytes: store it, and {@link WhitelistTree.restore} it without hashing anything. */
    readonly blob: Uint8Array<ArrayBuffer>,
    parts: BlobParts,
    tree: MerkleTree,
  ) {
    this.#parts = parts;
    this.#tree = tree;
    this.#view = new DataView(parts.rows.buffer, parts.rows.byteOffset, parts.rows.length);
    this.#index = new HashIndex(parts.rows, parts.table, parts.seeds);
  }

  /**
   * Builds the tree of validated rows. It takes seconds for a million rows: {@link buildWhitelistTree} of
   * `@weir/merkle/worker` keeps that off the event loop.
   *
   * @throws RangeError when the rows do not fit the lanes
   */
  static build({ count, rows, index }: Whitelist, { lanes = 1, onProgress }: WhitelistTreeOptions = {}): WhitelistTree {
    const { blob, ...parts } = newBlob(count, lanes);
    parts.rows.set(rows);
    parts.seeds.set(index.seeds);
    const own = new HashIndex(parts.rows, parts.table, parts.seeds);
    for (let row = 0; row < count; row += 1) own.enter(row);
    const total = count + parts.layout.leafCount - 1;
    hashLeaves(parts, onProgress && ((done) => onProgress(done, total)));
    const tree = MerkleTree.build(parts, onProgress && ((done) => onProgress(count + done, total)));
    return new WhitelistTree(blob, parts, tree);
  }

  /**
   * Restores the tree that a {@link WhitelistTree.blob} holds, paid rows included. Nothing is hashed or copied: from
   * now on the bytes belong to the tree.
   *
   * @throws RangeError when they are not those of a tree
   */
  static restore(blob: Uint8Array<ArrayBuffer>): WhitelistTree {
    const parts = openBlob(blob);
    return new WhitelistTree(blob, parts, MerkleTree.over(parts));
  }

  get rowCount(): number {
    return this.#parts.rowCount;
  }

  /** Distribution of the rows over lanes. */
  get shape(): LaneShape {
    return this.#parts.layout.shape;
  }

  /** The root of all lanes as the tree is. Before any claim it is what anybody can recompute from the list. */
  get root(): Uint8Array {
    return this.#tree.root;
  }

  /** The tree of all lanes, for a dump. */
  get tree(): MerkleTree {
    return this.#tree;
  }

  /**
   * Returns the root of a lane as it is: what its state holds.
   *
   * @throws RangeError when there is no such lane
   */
  laneRoot(lane: number): Uint8Array {
    if (!Number.isInteger(lane) || lane < 0 || lane >= this.shape.lanes)
      throw new RangeError(`There is no lane ${lane}`);
    return this.#tree.node(nodeOfLane(lane, this.shape));
  }

  /** Returns the sum of a lane's rows, base units: its pool. */
  laneTotal(lane: number): bigint {
    let total = 0n;
    for (let row = lane; row < this.rowCount; row += this.shape.lanes) total += this.#amount(row);
    return total;
  }

  /** Returns the row of a public key hash; undefined when it is not on the list. */
  find(hash: Uint8Array): number | undefined {
    return this.#index.find(hash);
  }

  /**
   * Returns a row.
   *
   * @throws RangeError when there is no such row
   */
  row(row: number): WhitelistRow {
    this.#check(row);
    return {
      hash: this.#parts.rows.slice(row * ROW_LENGTH, row * ROW_LENGTH + HASH_LENGTH),
      amount: this.#amount(row),
    };
  }

  /**
   * Returns the lane of a row.
   *
   * @throws RangeError when there is no such row
   */
  laneOf(row: number): number {
    this.#check(row);
    return laneOfRow(row, this.shape);
  }

  /**
   * Whether a row has been paid.
   *
   * @throws RangeError when there is no such row
   */
  isSpent(row: number): boolean {
    const leaf = this.#tree.leaf(this.#leaf(row));
    return SPENT_MARKER.every((byte, i) => leaf[i] === byte);
  }

  /**
   * Returns the proof of a row under its lane's root, as the tree is.
   *
   * @throws RangeError when there is no such row
   */
  proof(row: number): WhitelistProof {
    const lane = this.laneOf(row);
    return { row, lane, ...this.row(row), ...this.#tree.proof(this.#leaf(row), nodeOfLane(lane, this.shape)) };
  }

  /**
   * Marks a row as paid, as its claim does on-chain. Marking it again changes nothing.
   *
   * @throws RangeError when there is no such row
   */
  markSpent(row: number): void {
    this.#tree.replaceLeaf(this.#leaf(row), SPENT_MARKER);
  }

  /**
   * Marks many rows as paid, hashing each node once: to catch up with the chain after a restart.
   *
   * @throws RangeError when there is no such row
   */
  markAllSpent(rows: Iterable<number>): void {
    const leaves = Array.from(rows, (row) => this.#leaf(row));
    this.#tree.replaceLeaves(leaves, SPENT_MARKER);
  }

  #check(row: number): void {
    if (!Number.isInteger(row) || row < 0 || row >= this.rowCount) throw new RangeError(`There is no row ${row}`);
  }

  #leaf(row: number): number {
    this.#check(row);
    return leafOfRowAt(row, this.shape);
  }

  #amount(row: number): bigint {
    return this.#view.getBigUint64(row * ROW_LENGTH + HASH_LENGTH, true);
  }
}
