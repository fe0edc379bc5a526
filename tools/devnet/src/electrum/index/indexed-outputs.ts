import type { NodeTransaction, TransactionOutput } from '../../node/node.types.js';
import type { IndexedOutput } from './index.types.js';
import { scripthashOf } from './scripthash.js';

/** Where a transaction is in the chain. */
interface Place {
  readonly height: number;
  readonly position: number;
}

const indexed = (txid: string, vout: number, output: TransactionOutput, place?: Place): IndexedOutput => ({
  txid,
  vout,
  satoshis: output.satoshis,
  scripthash: scripthashOf(output.lockingBytecode),
  ...(output.token === undefined ? {} : { token: output.token }),
  height: place?.height ?? 0,
  position: place?.position ?? 0,
});

/** Returns the outputs of a transaction as indexed; `place` is absent for the mempool. */
export const indexedOutputs = ({ outputs, txid }: NodeTransaction, place?: Place): IndexedOutput[] =>
  outputs.map((output, vout) => indexed(txid, vout, output, place));

/** Returns one output of a mined transaction as indexed; undefined if it has no such output. */
export const indexedOutput = (
  { outputs, txid }: NodeTransaction,
  vout: number,
  place: Place,
): IndexedOutput | undefined => {
  const output = outputs[vout];
  return output && indexed(txid, vout, output, place);
};
