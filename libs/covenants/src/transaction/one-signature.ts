import { covenantError } from '../errors/covenant-error.js';
import { assembleKeylessObject, type ContractPart, feeOf, sizeOf } from './assemble.js';
import type { BuildOptions, UnsignedTransaction } from './built-transaction.js';
import { heldBy, total } from './coin-selection.js';
import type { BoundedStep } from './keyless.js';

/** What a wallet's signature may have above the placeholder's 65 bytes: ECDSA has 72. */
const LONGER_SIGNATURE = 7;

/** Returns the largest size of a part that one wallet signs, bytes. */
const signedSize = (part: ContractPart): number => sizeOf(part) + LONGER_SIGNATURE;

/** A step that one wallet signs in a contract's only input, and whose fee the contract pays up to a bound. */
export interface SignedStep extends BoundedStep {
  readonly userPrompt: string;
}

/**
 * Builds such a step. The signer needs no coin: the transaction has no other input than the contract's.
 *
 * @throws CovenantError FEE_ABOVE_BOUND where nodes ask for more than the contract may pay
 */
export const buildSignedStep = (
  { bound, shape, userPrompt }: SignedStep,
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const needed = feeOf(signedSize(shape(0n)), feeRate);
  if (needed > bound)
    throw covenantError(
      'FEE_ABOVE_BOUND',
      `The transaction costs ${needed.toString()} satoshis, and the contract may pay ${bound.toString()}`,
    );
  const part = shape(needed);
  const inputs = part.contractInputs.map(({ utxo }) => utxo);
  return {
    wcTransaction: assembleKeylessObject(part, userPrompt),
    inputs,
    outputs: part.outputs,
    fee: heldBy(inputs) - total(part.outputs),
    size: signedSize(part),
  };
};
