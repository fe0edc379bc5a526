import { DevnetNode } from './node.js';
import type { ChainNode, NodeOptions } from './node.types.js';

export { NodeRejection } from './node.types.js';
export type * from './node.types.js';

/**
 * Starts a new chain with coins to hand out.
 * @example
 * const node = createNode();
 * const { txid } = node.fund(lockingBytecode, 100_000n);
 * node.mine();
 */
export const createNode = (options: NodeOptions = {}): ChainNode => new DevnetNode(options);
