import { binToHex, encodeTransaction, hash256 } from '@bitauth/libauth';
import { assembleKeyless, assembleKeylessObject, type ContractPart, feeOf, sizeOf } from './assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from './built-transaction.js';
import { heldBy, total } from './coin-selection.js';

const PROMPT = 'Receive the claimable amount: nothing to sign';

const completed = (part: ContractPart, encoded: Uint8Array): KeylessTransaction => {
  const inputs = part.contractInputs.map(({ utxo }) => utxo);
  return {
    hex: binToHex(encoded),
    txid: binToHex(hash256(encoded).reverse()),
    inputs,
    outputs: part.outputs,
    fee: heldBy(inputs) - total(part.outputs),
    size: encoded.length,
  };
};

/** Completes a transaction that nobody signs and whose outputs leave the fee. */
export const completeKeyless = (part: ContractPart): KeylessTransaction => completed(part, assembleKeyless(part));

/** Completes such a payment in the form that wallets take, too, with nothing in it to sign. */
export const completeKeylessClaim = (part: ContractPart): KeylessTransaction & UnsignedTransaction => {
  const wcTransaction = assembleKeylessObject(part, PROMPT);
  return { ...completed(part, encodeTransaction(wcTransaction.transaction)), wcTransaction };
};

/** Returns what was built; undefined where nodes ask for a higher fee than its outputs leave. */
const relayed = <Built extends KeylessTransaction>(built: Built, { feeRate }: BuildOptions): Built | undefined =>
  built.fee >= feeOf(built.size, feeRate) ? built : undefined;

/** Builds such a transaction; undefined where nodes ask for more than its outputs leave. */
export const buildKeyless = (part: ContractPart, options: BuildOptions = {}): KeylessTransaction | undefined =>
  relayed(completeKeyless(part), options);

/** Builds such a payment in the form that wallets take, too; undefined where {@link buildKeyless} is. */
export const buildKeylessClaim = (
  part: ContractPart,
  options: BuildOptions = {},
): (KeylessTransaction & UnsignedTransaction) | undefined => relayed(completeKeylessClaim(part), options);

/** A step whose fee the contract pays, up to the bound that its covenant sets. */
export interface BoundedStep {
  /** Satoshis. */
  readonly bound: bigint;
  /** The contract's part of the transaction, by the fee that it leaves. */
  readonly shape: (fee: bigint) => ContractPart;
}

/** Builds a step at the contract's expense alone; undefined where nodes ask for more than its bound. */
export const buildWithinBound = (
  { bound, shape }: BoundedStep,
  options: BuildOptions,
): KeylessTransaction | undefined => {
  const fee = feeOf(sizeOf(shape(0n)), options.feeRate);
  return fee <= bound ? buildKeyless(shape(fee), options) : undefined;
};
