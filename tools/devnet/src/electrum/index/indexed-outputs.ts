import type { NodeTransaction } from '../../node/node.types.js';
import type { IndexedOutput } from './index.types.js';
import { scripthashOf } from './scripthash.js';

/** Returns the outputs of a transaction as indexed; `place` is absent for the mempool. */
export const indexedOutputs = (
  transaction: NodeTransaction,
  place?: { readonly height: number; readonly position: number },
): IndexedOutput[] =>
  transaction.outputs.map((output, vout) => ({
    txid: transaction.txid,
    vout,
    satoshis: output.satoshis,
    scripthash: scripthashOf(output.lockingBytecode),
    ...(output.token === undefined ? {} : { token: output.token }),
    height: place?.height ?? 0,
    position: place?.position ?? 0,
  }));
