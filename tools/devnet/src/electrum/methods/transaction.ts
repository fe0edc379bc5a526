import { NodeRejection } from '../../node/node.types.js';
import { outpointKey } from '../../node/primitives/transaction.js';
import { booleanOf, heightOf, type MethodTable, textOf, txidParam, unsignedOf } from '../rpc/method.js';
import { badRequest, codes, RpcError } from '../rpc/rpc-message.js';
import { type CallContext, subscribeTo } from '../services.js';
import { tokenJson, transactionJson } from '../verbose/transaction-json.js';

const rejected = (reason: string) => badRequest(`the transaction was rejected by network rules.\n\n${reason}\n`);

/**
 * Answers `blockchain.transaction.broadcast`: submits straight to the node, and rewords its refusal as Fulcrum does.
 */
const broadcast = ({ services }: CallContext, [value]: readonly unknown[]): string => {
  const hex = textOf(value);
  // Fulcrum passes an empty text on as no text at all, and the node's error says so.
  if (hex === '') throw rejected('Expected type string at index 0, got null');
  try {
    return services.node.submit(hex);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
    throw rejected(error.reason);
  }
};

const unknownTransaction = new RpcError(
  codes.daemon,
  "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'})",
);

const noConfirmed = () => badRequest('No confirmed transaction matching the requested hash was found');

/** Returns a transaction from the node itself, so that it is found as soon as the node has it. */
const get = ({ services: { node, prefix } }: CallContext, [hash, verbose]: readonly unknown[]): unknown => {
  const txid = txidParam(hash);
  const isVerbose = verbose !== undefined && booleanOf(verbose, 'Invalid verbose argument; expected boolean');
  const transaction = node.indexedTransaction(txid);
  if (transaction === undefined) throw unknownTransaction;
  return isVerbose ? transactionJson(node, transaction, prefix) : transaction.hex;
};

const getHeight = ({ services: { view } }: CallContext, [hash]: readonly unknown[]): number => {
  const height = view.heightOf(txidParam(hash));
  if (height === undefined) throw badRequest('No transaction matching the requested hash was found');
  return height;
};

const heightMessage = 'Invalid height argument; expected non-negative numeric value';

const getMerkle = ({ services: { view } }: CallContext, [hash, at]: readonly unknown[]): unknown => {
  const txid = txidParam(hash);
  const height = at === undefined ? view.heightOf(txid) : heightOf(at, heightMessage);
  if (height === undefined || height === 0) throw noConfirmed();
  const txids = view.txidsAt(height);
  const pos = txids.indexOf(txid);
  if (pos < 0) throw badRequest(`No transaction matching the requested hash found at height ${height}`);
  return { block_height: height, merkle: view.merkleBranch(txids, pos), pos };
};

const getConfirmedBlockhash = (
  { services: { view } }: CallContext,
  [hash, withHeader]: readonly unknown[],
): unknown => {
  const txid = txidParam(hash);
  const showsHeader =
    withHeader !== undefined && booleanOf(withHeader, 'Invalid include_header argument; expected boolean');
  const block = view.block(view.heightOf(txid) ?? 0);
  if (block === undefined || block.height === 0) throw noConfirmed();
  return {
    block_hash: block.hash,
    ...(showsHeader ? { block_header: block.header } : {}),
    block_height: block.height,
  };
};

const idFromPos = ({ services: { view } }: CallContext, [at, position, merkle]: readonly unknown[]): unknown => {
  const height = heightOf(at, heightMessage);
  const pos = unsignedOf(position);
  if (pos === undefined) throw badRequest('Invalid tx_pos argument; expected non-negative numeric value');
  const isProven = merkle !== undefined && booleanOf(merkle, 'Invalid merkle argument; expected boolean');
  const txids = view.txidsAt(height);
  const txid = txids[pos];
  if (txid === undefined) throw badRequest(`No transaction at position ${pos} for height ${height}`);
  return isProven ? { merkle: view.merkleBranch(txids, pos), tx_hash: txid } : txid;
};

export const transactionMethods: MethodTable<CallContext> = {
  'blockchain.transaction.broadcast': { min: 1, max: 1, handle: broadcast },
  'blockchain.transaction.get': { min: 1, max: 2, handle: get },
  'blockchain.transaction.get_confirmed_blockhash': { min: 1, max: 2, handle: getConfirmedBlockhash },
  'blockchain.transaction.get_height': { min: 1, max: 1, handle: getHeight },
  'blockchain.transaction.get_merkle': { min: 1, max: 2, handle: getMerkle },
  'blockchain.transaction.id_from_pos': { min: 2, max: 3, handle: idFromPos },
  'blockchain.transaction.subscribe': {
    min: 1,
    max: 1,
    handle: (context, [hash]) => {
      const txid = txidParam(hash);
      return subscribeTo(context, context.services.transactions, txid, 'blockchain.transaction.subscribe', txid);
    },
  },
  'blockchain.transaction.unsubscribe': {
    min: 1,
    max: 1,
    handle: ({ services, session }, [hash]) => services.transactions.unsubscribe(session, txidParam(hash)),
  },
};

/** An index that no transaction has is simply not found, like a negative one. */
const getInfo = ({ services: { view } }: CallContext, [hash, index]: readonly unknown[]): unknown => {
  const txid = txidParam(hash);
  const vout = unsignedOf(index);
  const output = vout === undefined ? undefined : view.index.output(outpointKey(txid, vout));
  if (output === undefined) return null;
  return {
    ...(output.height > 0 ? { confirmed_height: output.height } : {}),
    scripthash: output.scripthash,
    ...(output.token === undefined ? {} : { token_data: tokenJson(output.token) }),
    value: Number(output.satoshis),
  };
};

export const utxoMethods: MethodTable<CallContext> = {
  'blockchain.utxo.get_info': { min: 2, max: 2, handle: getInfo },
};
