/**
 * The tree's shape, that of OpenZeppelin's SimpleMerkleTree: node 0 is the root, the children of node i are 2i + 1 and
 * 2i + 2, and the leaves stand at the end in reverse, leaf 0 last.
 */

/** Nodes of a tree of this many leaves. */
export const nodeCount = (leafCount: number): number => 2 * leafCount - 1;

/** The number of a leaf's node: the root is node 0, the first leaf the last node. */
export const nodeOfLeaf = (leafCount: number, leaf: number): number => 2 * leafCount - 2 - leaf;

export const parentOf = (node: number): number => (node - 1) >> 1;

/** The other child of a node's parent. */
export const siblingOf = (node: number): number => (node % 2 === 1 ? node + 1 : node - 1);

/**
 * The nodes of a proof, from the leaf up: what must be read to serve it from a store that holds nodes by number.
 *
 * @param top Node under whose root the leaf is proven: 0, or that of a lane.
 */
export const siblingsOnPath = (leafCount: number, leaf: number, top = 0): number[] => {
  const siblings: number[] = [];
  for (let node = nodeOfLeaf(leafCount, leaf); node > top; node = parentOf(node)) siblings.push(siblingOf(node));
  return siblings;
};
