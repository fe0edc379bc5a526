import type { NodeBlock } from '../../node/node.types.js';
import { branchOf, merkleTree } from '../../node/primitives/merkle.js';
import type { ChainView } from '../chain-view.js';
import { heightOf, type MethodTable, textOf } from '../rpc/method.js';
import { badRequest, codes, RpcError } from '../rpc/rpc-message.js';
import type { CallContext } from '../services.js';

const maxHeaders = 2016;

/** Returns a tip as header subscribers get it. */
export const tipJson = (block: NodeBlock): { height: number; hex: string } => ({
  height: block.height,
  hex: block.header,
});

/** Returns the merkle branch of a header under the root over all headers up to a checkpoint. */
const proof = (view: ChainView, height: number, checkpoint: number): { branch: string[]; root: string } => {
  const hashes = Array.from({ length: checkpoint + 1 }, (_, each) => view.block(each)?.hash ?? '');
  return branchOf(merkleTree(hashes), height);
};

const checkpointOf = (value: unknown): number => (value === undefined ? 0 : heightOf(value, 'Invalid cp_height'));

const checkCheckpoint = (view: ChainView, what: string, height: number, checkpoint: number): void => {
  const tip = view.tip.height;
  if (height <= checkpoint && checkpoint <= tip) return;
  throw badRequest(`${what} ${height} must be <= cp_height ${checkpoint} which must be <= chain height ${tip}`);
};

const blockHeader = ({ services: { view } }: CallContext, params: readonly unknown[]): unknown => {
  const height = heightOf(params[0], 'Invalid height');
  const checkpoint = checkpointOf(params[1]);
  if (checkpoint > 0) checkCheckpoint(view, 'header height', height, checkpoint);
  const block = view.block(height);
  if (block === undefined) throw badRequest(`Height ${height} is out of range`);
  if (checkpoint === 0) return block.header;
  const { branch, root } = proof(view, height, checkpoint);
  return { branch, header: block.header, root };
};

const blockHeaders = ({ services: { view }, session }: CallContext, params: readonly unknown[]): unknown => {
  const first = heightOf(params[0], 'Invalid height');
  const wanted = heightOf(params[1], 'Invalid count');
  const count = Math.max(0, Math.min(view.tip.height + 1 - first, wanted, maxHeaders));
  const checkpoint = checkpointOf(params[2]);
  const last = first + count - 1;
  const isProven = count > 0 && checkpoint > 0;
  if (isProven) checkCheckpoint(view, 'header height + (count - 1)', last, checkpoint);
  const headers = Array.from({ length: count }, (_, offset) => view.block(first + offset)?.header ?? '');
  const { branch, root } = isProven ? proof(view, last, checkpoint) : {};
  return {
    ...(isProven ? { branch } : {}),
    count,
    ...(session.version.listsHeaders ? { headers } : { hex: headers.join('') }),
    max: maxHeaders,
    ...(isProven ? { root } : {}),
  };
};

/** Returns a block by hash or height from the node itself. */
const headerGet = ({ services: { node } }: CallContext, [hashOrHeight]: readonly unknown[]): unknown => {
  const text = textOf(hashOrHeight);
  if (/^[0-9a-fA-F]{64}$/.test(text)) {
    const block = node.blockByHash(text.toLowerCase());
    if (block === undefined) throw new RpcError(codes.daemon, 'Block not found');
    return tipJson(block);
  }
  const height = heightOf(hashOrHeight, 'Invalid block hash or height');
  const block = node.blockAt(height);
  if (block !== undefined) return tipJson(block);
  throw new RpcError(codes.daemon, `Target block height ${height} after current tip ${node.tip.height}`);
};

const subscribe = ({ services, session }: CallContext): unknown => {
  session.hearsHeaders = true;
  return tipJson(services.view.tip);
};

const unsubscribe = ({ session }: CallContext): boolean => {
  const did = session.hearsHeaders;
  session.hearsHeaders = false;
  return did;
};

/** Methods `blockchain.headers.*`, `blockchain.block.*` and `blockchain.header.get`. */
export const headerMethods: MethodTable<CallContext> = {
  'blockchain.block.header': { min: 1, max: 2, handle: blockHeader },
  'blockchain.block.headers': { min: 2, max: 3, handle: blockHeaders },
  'blockchain.header.get': { min: 1, max: 1, handle: headerGet },
  'blockchain.headers.get_tip': { min: 0, max: 0, handle: ({ services }) => tipJson(services.view.tip) },
  'blockchain.headers.subscribe': { min: 0, max: 0, handle: subscribe },
  'blockchain.headers.unsubscribe': { min: 0, max: 0, handle: unsubscribe },
};
