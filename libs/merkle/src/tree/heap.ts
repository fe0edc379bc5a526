/**
 * The tree has the shape of OpenZeppelin's SimpleMerkleTree: node 0 is the root, the children of node i are 2i + 1
 * and 2i + 2, and the leaves stand at the end in reverse order, leaf 0 last.
 */

/** Returns the number of nodes of a tree. */
export const nodeCount = (leafCount: number): number => 2 * leafCount - 1;

/** Returns the node of a leaf: the root is node 0, the first leaf the last node. */
export const nodeOfLeaf = (leafCount: number, leaf: number): number => 2 * leafCount - 2 - leaf;

/** Returns the parent of a node. */
export const parentOf = (node: number): number => (node - 1) >> 1;

/** Returns the other child of a node's parent. */
export const siblingOf = (node: number): number => (node % 2 === 1 ? node + 1 : node - 1);

/**
 * Lists the nodes of a proof, from the leaf up: what must be read to serve it from a store that holds nodes by
 * number.
 *
 * @param top node under which the leaf is proven: 0 for the root, or a lane's node
 */
export const siblingsOnPath = (leafCount: number, leaf: number, top = 0): number[] => {
  const siblings: number[] = [];
  for (let node = nodeOfLeaf(leafCount, leaf); node > top; node = parentOf(node)) siblings.push(siblingOf(node));
  return siblings;
};
