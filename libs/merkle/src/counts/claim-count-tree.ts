import { DIGEST_LENGTH, sha256Pair } from '../hashing/sha256.js';
import {
  bitOfPlace,
  type ClaimCountProof,
  type ClaimPlace,
  COUNT_LEVELS,
  countLeaf,
  emptyTree,
  MAX_CLAIMS,
  placeOfClaimer,
} from './claim-place.js';
import { type CountLeaf, type CountNode, divergence, newBranch, newLeaf, raised } from './count-node.js';

const HASH_LENGTH = 20;
const LEAF_LENGTH = 1 + DIGEST_LENGTH + HASH_LENGTH + 4;
const BRANCH_LENGTH = 1 + DIGEST_LENGTH;

const sizeOf = (node: CountNode): number =>
  node.kind === 'leaf' ? LEAF_LENGTH : BRANCH_LENGTH + sizeOf(node.children[0]) + sizeOf(node.children[1]);

/**
 * Encodes nodes: a branch, then its left part, then its right one. Each has its height (1 byte, 0 for a leaf) and its
 * top; a leaf also its key hash and count, 4 bytes little-endian. Places and own digests follow from these.
 */
const writeNodes = (top: CountNode | undefined): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(top === undefined ? 0 : sizeOf(top));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const write = (node: CountNode): void => {
    bytes[at] = node.height;
    bytes.set(node.top, at + 1);
    at += BRANCH_LENGTH;
    if (node.kind === 'branch') {
      node.children.forEach(write);
      return;
    }
    bytes.set(node.hash, at);
    view.setUint32(at + HASH_LENGTH, node.count, true);
    at += HASH_LENGTH + 4;
  };
  if (top !== undefined) write(top);
  return bytes;
};

/**
 * Decodes what {@link writeNodes} wrote.
 *
 * @throws RangeError when it is something else
 */
const readNodes = (bytes: Uint8Array, nonce: Uint8Array, levels: number): CountNode | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('The bytes of a tree of claim counts end too soon');
    return bytes.slice(at, (at += length));
  };
  const read = (below: number): CountNode => {
    const height = take(1)[0] ?? 0;
    const top = take(DIGEST_LENGTH);
    if (height > below) throw new RangeError('These are not the bytes of a tree of claim counts');
    if (height === 0) {
      const hash = take(HASH_LENGTH);
      take(4);
      const count = view.getUint32(at - 4, true);
      if (count < 1 || count > MAX_CLAIMS) throw new RangeError('These are not the bytes of a tree of claim counts');
      return {
        kind: 'leaf',
        place: placeOfClaimer(nonce, hash),
        height,
        hash,
        count,
        own: countLeaf(hash, count),
        top,
      };
    }
    const [left, right] = [read(height - 1), read(height - 1)];
    if (bitOfPlace(left.place, height - 1) !== 0 || bitOfPlace(right.place, height - 1) !== 1)
      throw new RangeError('These are the bytes of another campaign, or damaged');
    return {
      kind: 'branch',
      place: left.place,
      height,
      own: sha256Pair(left.top, right.top),
      top,
      children: [left, right],
    };
  };
  if (bytes.length === 0) return undefined;
  const top = read(levels);
  if (at !== bytes.length) throw new RangeError('The bytes of a tree of claim counts go on after its end');
  return top;
};

/**
 * Another key hash has the same place: one in 2^64, unless somebody spent years on it. The key hash that comes second
 * cannot claim.
 */
export class PlaceTakenError extends Error {
  override readonly name = 'PlaceTakenError';
  constructor() {
    super('Another public key hash has the same place in the tree of claim counts');
  }
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * Counts of the claims that key hashes made on one lane of a public campaign, as the lane's state commits to them: a
 * sparse tree of 2^levels places, most of them empty.
 */
export class ClaimCountTree {
  readonly #nonce: Uint8Array;
  readonly #levels: number;
  #top: CountNode | undefined;

  /**
   * Creates an empty tree.
   *
   * @param nonce of the campaign, 16 bytes
   * @param levels by default 64; fewer are for tests
   * @throws RangeError for more
   */
  constructor(nonce: Uint8Array, levels = COUNT_LEVELS) {
    emptyTree(levels);
    this.#nonce = nonce.slice();
    this.#levels = levels;
  }

  /**
   * Restores a tree from what {@link ClaimCountTree.toBytes} wrote.
   *
   * @throws RangeError when the bytes are not those of a tree of this campaign
   */
  static fromBytes(nonce: Uint8Array, bytes: Uint8Array, levels = COUNT_LEVELS): ClaimCountTree {
    const tree = new ClaimCountTree(nonce, levels);
    tree.#top = readNodes(bytes, tree.#nonce, levels);
    return tree;
  }

  /** The root as the tree is, 32 bytes. */
  get root(): Uint8Array {
    return this.#top?.top ?? emptyTree(this.#levels);
  }

  /** Returns how often a public key hash (20 bytes) has claimed. */
  count(hash: Uint8Array): number {
    const { leaf } = this.#descend(placeOfClaimer(this.#nonce, hash));
    return leaf !== undefined && equal(leaf.hash, hash) ? leaf.count : 0;
  }

  /**
   * Returns the proof of a key hash's count, before its first claim too.
   *
   * @throws PlaceTakenError
   */
  proof(hash: Uint8Array): ClaimCountProof {
    const { leaf, siblings } = this.#descend(placeOfClaimer(this.#nonce, hash));
    if (leaf !== undefined && !equal(leaf.hash, hash)) throw new PlaceTakenError();
    return { count: leaf?.count ?? 0, siblings };
  }

  /**
   * Counts one more claim of a key hash, and returns its new count.
   *
   * @throws PlaceTakenError
   * @throws RangeError beyond 2^31 - 1 claims
   */
  countUp(hash: Uint8Array): number {
    const count = this.count(hash) + 1;
    this.set(hash, count);
    return count;
  }

  /**
   * Sets the count of a key hash; computes one hash for each level.
   *
   * @param count 1 to 2^31 - 1
   * @throws PlaceTakenError
   * @throws RangeError for any other count
   */
  set(hash: Uint8Array, count: number): void {
    if (!Number.isInteger(count) || count < 1 || count > MAX_CLAIMS)
      throw new RangeError(`A key hash has 1 to ${MAX_CLAIMS} claims, not ${count}`);
    const place = placeOfClaimer(this.#nonce, hash);
    this.#top = this.#put(this.#top, place, hash.slice(), count, this.#levels);
  }

  /** Iterates over all counts, in no particular order. */
  *entries(): Generator<{ readonly hash: Uint8Array; readonly count: number }> {
    const open = this.#top === undefined ? [] : [this.#top];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.kind === 'branch') open.push(...node.children);
      else yield { hash: node.hash, count: node.count };
    }
  }

  /**
   * Encodes the tree in about 90 bytes for each claimer, including the digests that are slow to compute: restoring
   * takes microseconds each.
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return writeNodes(this.#top);
  }

  /** Finds the leaf at a place, if there is one, and the siblings on the way to it. */
  #descend(place: ClaimPlace): { readonly leaf: CountLeaf | undefined; readonly siblings: Uint8Array[] } {
    const siblings: Uint8Array[] = Array.from({ length: this.#levels }, () => new Uint8Array());
    let node = this.#top;
    let levels = this.#levels;
    while (node !== undefined) {
      const away = divergence(node, place, levels);
      if (away !== undefined) {
        siblings[away] = raised(node, away);
        return { leaf: undefined, siblings };
      }
      if (node.kind === 'leaf') return { leaf: node, siblings };
      levels = node.height - 1;
      const [left, right] = node.children;
      const [next, beside] = bitOfPlace(place, levels) === 1 ? [right, left] : [left, right];
      siblings[levels] = beside.top;
      node = next;
    }
    return { leaf: undefined, siblings };
  }

  /** Puts a count into a part of the tree whose top reaches a height, and returns the part as it is afterwards. */
  #put(node: CountNode | undefined, place: ClaimPlace, hash: Uint8Array, count: number, topHeight: number): CountNode {
    if (node === undefined) return newLeaf(place, hash, count, topHeight);
    const away = divergence(node, place, topHeight);
    if (away !== undefined) {
      node.top = raised(node, away);
      const leaf = newLeaf(place, hash, count, away);
      return bitOfPlace(place, away) === 1
        ? newBranch(away, node, leaf, topHeight)
        : newBranch(away, leaf, node, topHeight);
    }
    if (node.kind === 'leaf') {
      if (!equal(node.hash, hash)) throw new PlaceTakenError();
      node.count = count;
      node.own = countLeaf(hash, count);
    } else {
      const level = node.height - 1;
      const side = bitOfPlace(place, level);
      node.children[side] = this.#put(node.children[side], place, hash, count, level);
      node.own = sha256Pair(node.children[0].top, node.children[1].top);
    }
    node.top = raised(node, topHeight);
    return node;
  }
}
