import { nodeCount, nodeOfLeaf } from './merkle-proof.js';
import type { MerkleTree } from './merkle-tree.js';

/** OpenZeppelin's format of a SimpleMerkleTree with a custom node hash, as its `load` takes it. */
export interface TreeDump {
  readonly format: 'simple-v1';
  /** All nodes, root first: `0x` and 64 hex digits each. */
  readonly tree: string[];
  readonly values: { readonly value: string; readonly treeIndex: number }[];
  readonly hash: 'custom';
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Encodes bytes as `0x` and two hex digits each.
 *
 * @example
 * prefixedHex(Uint8Array.of(1, 255)); // '0x01ff'
 */
export const prefixedHex = (bytes: Uint8Array): string => {
  let text = '0x';
  for (const byte of bytes) text += HEX[byte] ?? '';
  return text;
};

/**
 * Dumps a tree in OpenZeppelin's format, so that anybody can check it with that library: `SimpleMerkleTree.load(dump,
 * nodeHash)`. Only for a tree as it was built: replaced leaves break the order of sorted pairs. Large: about 150
 * bytes a leaf as text, several times that as objects.
 */
export const dumpTree = (tree: MerkleTree): TreeDump => ({
  format: 'simple-v1',
  tree: Array.from({ length: nodeCount(tree.leafCount) }, (_, i) => prefixedHex(tree.node(i))),
  values: Array.from({ length: tree.leafCount }, (_, i) => ({
    value: prefixedHex(tree.leaf(i)),
    treeIndex: nodeOfLeaf(tree.leafCount, i),
  })),
  hash: 'custom',
});
