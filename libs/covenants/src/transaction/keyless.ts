import { binToHex, hash256 } from '@bitauth/libauth';
import { assembleKeyless, feeOf, type PlannedInput, type PlannedOutput, type TransactionPlan } from './assemble.js';
import type { BuildOptions, KeylessTransaction } from './built-transaction.js';

/** Returns an encoded transaction with its txid, size and fee. */
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

/**
 * Builds a transaction that nobody signs and whose outputs leave the fee; undefined where nodes ask for more than
 * they leave.
 */
export const buildKeyless = (
  plan: Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'>,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const built = completeKeyless(assembleKeyless(plan), plan);
  return built.fee >= feeOf(built.size, feeRate) ? built : undefined;
};
