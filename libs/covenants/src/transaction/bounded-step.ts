import { assemble, feeOf, sizeOf, type TransactionPlan, type WalletCoins } from './assemble.js';
import type { BuildOptions } from './build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from './built-transaction.js';
import { withinBound } from './contract-part.js';
import { buildKeyless } from './keyless.js';

/** A step whose fee the contract pays, up to the bound that its covenant sets. */
export interface BoundedStep {
  /** The bound, satoshis. */
  readonly bound: bigint;
  /** The contract's part of the transaction, by the fee that it leaves. */
  shape(fee: bigint): Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'>;
}

/** Builds the step at the contract's expense alone; undefined where nodes ask for more than its bound. */
export const buildWithinBound = (step: BoundedStep, options: BuildOptions): KeylessTransaction | undefined => {
  const fee = feeOf(sizeOf(step.shape(0n)), options.feeRate);
  return fee <= step.bound ? buildKeyless(step.shape(fee), options) : undefined;
};

/**
 * Builds the step for a wallet to sign, whose coins pay what nodes ask beyond the bound; within it, none of them are
 * spent.
 *
 * @param by the wallet; with `merged` change, output 0 must be its owner's
 * @throws InsufficientFundsError
 */
export const buildBeyondBound = (
  step: BoundedStep,
  by: Pick<TransactionPlan, 'change' | 'userPrompt'> & { readonly wallet: WalletCoins },
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const fee = feeOf(sizeOf(step.shape(0n)), feeRate);
  return assemble({ ...step.shape(withinBound(fee, step.bound)), ...by, feeRate });
};
