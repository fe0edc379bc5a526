import { binToHex, hash256 } from '@bitauth/libauth';
import type { PlannedInput, PlannedOutput } from './assemble.js';
import type { KeylessTransaction } from './built-transaction.js';

/** Names and measures an encoded transaction that needs nobody's signature. */
export const completeKeyless = (
  encoded: Uint8Array,
  {
    contractInputs,
    outputs,
  }: { readonly contractInputs: readonly PlannedInput[]; readonly outputs: readonly PlannedOutput[] },
): KeylessTransaction => {
  const inputs = contractInputs.map(({ utxo }) => utxo);
  const spent = inputs.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    hex: binToHex(encoded),
    txid: binToHex(hash256(encoded).reverse()),
    inputs,
    outputs,
    fee: spent - paid,
    size: encoded.length,
  };
};
