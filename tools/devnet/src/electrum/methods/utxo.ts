import { outpointKey } from '../index/index.types.js';
import type { MethodTable } from '../rpc/method.js';
import { txidParam, unsignedOf } from '../rpc/params.js';
import type { CallContext } from '../services.js';
import { tokenJson } from '../verbose/token-json.js';

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

/** Methods `blockchain.utxo.*`. */
export const utxoMethods: MethodTable<CallContext> = {
  'blockchain.utxo.get_info': { min: 2, max: 2, handle: getInfo },
};
