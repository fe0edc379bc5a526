import { DIGEST_LENGTH, sha256Pair } from '../hashing/sha256.js';
import { bitOfPlace, countLeaf, MAX_CLAIMS, placeOfClaimer } from './claim-place.js';
import type { CountNode } from './count-node.js';

const HASH_LENGTH = 20;
const LEAF_LENGTH = 1 + DIGEST_LENGTH + HASH_LENGTH + 4;
const BRANCH_LENGTH = 1 + DIGEST_LENGTH;

const sizeOf = (node: CountNode): number =>
  node.kind === 'leaf' ? LEAF_LENGTH : BRANCH_LENGTH + sizeOf(node.children[0]) + sizeOf(node.children[1]);

/**
 * Encodes nodes: a branch, then its left part, then its right one. Each has its height (1 byte, 0 for a leaf) and its
 * top; a leaf also its key hash and count, 4 bytes little-endian. Places and own digests follow from these.
 */
export const writeNodes = (top: CountNode | undefined): Uint8Array<ArrayBuffer> => {
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
export const readNodes = (bytes: Uint8Array, nonce: Uint8Array, levels: number): CountNode | undefined => {
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
