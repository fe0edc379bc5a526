import { binsAreEqual, binToHex, encodeTransactionCommon, hash160, hash256 } from '@bitauth/libauth';
import type { Unlocker, Utxo } from 'cashscript';
import { pushesOf } from '../../bytes/read-pushes.js';
import type { PublicKeyHash } from '../../chain/address.js';
import { covenantError } from '../../errors/covenant-error.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import type { KeylessTransaction } from '../../transaction/built-transaction.js';
import {
  FILLER,
  findSignatureProblem,
  type KeyAndSignature,
  type VaultSignatureProblem,
  type VaultSignatureResult,
} from '../../transaction/key-signature.js';
import { findTransactionProblem } from '../../transaction/read-transaction.js';
import { decodeAnswer, type SignedParts } from '../../transaction/signed-parts.js';
import type { RosterContract } from '../roster-contract.js';
import { encodeRosterSpending } from '../roster-spending.js';

/** Makes an unlocker that names the function to wallets, but has given bytecode. */
export const withBytecode = (unlocker: Unlocker, bytecode: Uint8Array): Unlocker => ({
  ...unlocker,
  generateUnlockingBytecode: () => bytecode,
});

/** Returns the unlocker of the state with given parts in its two places. Signatures do not cover the absent seat. */
export const spendingUnlocker = (
  contract: RosterContract,
  first: KeyAndSignature,
  second: KeyAndSignature,
): Unlocker => {
  const { publicKey, signature } = FILLER;
  return withBytecode(
    contract.unlock('spend', [publicKey, signature, publicKey, signature, 2n]),
    encodeRosterSpending(contract, first, second, 2),
  );
};

/** What a wallet answered, and whose signature is looked for in which input. */
interface Answer {
  readonly signer: PublicKeyHash;
  readonly signedTransaction: string;
  readonly inputIndex: number;
}

/** Reads a signature out of the first place of a state's input, once it is proven valid. */
export const readSignature = (
  contract: RosterContract,
  parts: SignedParts,
  { signer, signedTransaction, inputIndex }: Answer,
): VaultSignatureResult => {
  const refuse = (problem: VaultSignatureProblem): VaultSignatureResult => ({ ok: false, problem });
  const signed = decodeAnswer(parts, signedTransaction);
  if (typeof signed === 'string') return refuse(signed);
  const pushes = pushesOf(signed.inputs[inputIndex]?.unlockingBytecode ?? new Uint8Array());
  const [, , , signature, publicKey, , script] = pushes;
  if (pushes.length !== 7 || signature === undefined || publicKey === undefined || script === undefined)
    return refuse('OTHER_TRANSACTION');
  if (!binsAreEqual(script, contract.redeemScript)) return refuse('OTHER_TRANSACTION');
  if (signature.every((byte) => byte === 0)) return refuse('NOT_SIGNED');
  if (!binsAreEqual(hash160(publicKey), signer)) return refuse('OTHER_KEY');
  const problem = findSignatureProblem(contract, parts, { publicKey, signature }, inputIndex);
  return problem === undefined ? { ok: true, signature: { publicKey, signature } } : refuse(problem);
};

/**
 * Completes a transaction with unlocking bytecodes by their inputs, and runs it in the virtual machine.
 *
 * @throws CovenantError REFUSED where nodes would not accept the whole
 */
export const completed = (
  { transaction: unsigned, sourceOutputs }: SignedParts,
  unlocking: ReadonlyMap<number, Uint8Array>,
  built: { readonly coins: readonly Utxo[]; readonly outputs: readonly PlannedOutput[]; readonly fee: bigint },
): KeylessTransaction => {
  const transaction = {
    ...unsigned,
    inputs: unsigned.inputs.map((input, index) => ({
      ...input,
      unlockingBytecode: unlocking.get(index) ?? input.unlockingBytecode,
    })),
  };
  const refused = findTransactionProblem(transaction, sourceOutputs);
  if (refused !== undefined) throw covenantError('REFUSED', `The network would refuse this transaction: ${refused}`);
  const encoded = encodeTransactionCommon(transaction);
  return {
    hex: binToHex(encoded),
    txid: binToHex(hash256(encoded).reverse()),
    inputs: built.coins,
    outputs: built.outputs,
    fee: built.fee,
    size: encoded.length,
  };
};
