import { binToHex, encodeTransactionCommon, hash160, hash256 } from '@bitauth/libauth';
import { covenantError } from '../../errors/covenant-error.js';
import type { KeylessTransaction } from '../../transaction/built-transaction.js';
import { findSignatureProblem } from '../../transaction/key-signature.js';
import { findTransactionProblem } from '../../transaction/read-transaction.js';
import { SEATS, type Seat, seatOf } from '../proposal/proposal-seats.js';
import { proposalUtxos, type VaultProposal } from '../proposal/vault-proposal.js';
import { partsOf } from '../proposal/vault-template.js';
import { encodeSpending } from '../treasury.js';
import type { VaultSignature } from './read-vault-signature.js';

const refuse = (message: string): never => {
  throw covenantError('SIGNATURES', message);
};

/** Two signatures in the order of their seats, and the seat that does not sign. */
interface Seated {
  readonly first: VaultSignature;
  readonly second: VaultSignature;
  readonly absent: Seat;
}

/**
 * Orders two signatures as the covenant takes them: in the order of the seats.
 *
 * @throws CovenantError SIGNATURES unless they are by two different signers who may sign
 */
const inOrder = (proposal: VaultProposal, [one, other]: readonly [VaultSignature, VaultSignature]): Seated => {
  const [a, b] = [one, other].map(({ publicKey }) => seatOf(proposal, hash160(publicKey)));
  if (a === undefined || b === undefined) return refuse('A signature is not from a signer who may sign');
  if (a === b) return refuse('Both signatures are by the same signer');
  const absent = SEATS.find((seat) => seat !== a && seat !== b) ?? a;
  return a < b ? { first: one, second: other, absent } : { first: other, second: one, absent };
};

/**
 * Completes a proposal with two signers' signatures into a transaction that is ready to be broadcast. Each signature
 * is checked again, and the whole transaction is run in the virtual machine.
 *
 * @param signatures of two distinct signers, in any order
 * @throws CovenantError SIGNATURES where one of them is not valid, or REFUSED where nodes would not accept the whole
 */
export const completeVaultProposal = (
  proposal: VaultProposal,
  signatures: readonly [VaultSignature, VaultSignature],
): KeylessTransaction => {
  const { first, second, absent } = inOrder(proposal, signatures);
  const parts = partsOf(proposal);
  for (const each of [first, second]) {
    const problem = findSignatureProblem(proposal.contract, parts, each);
    if (problem !== undefined) refuse(`A signature is not valid for this proposal: ${problem}`);
  }
  const unlockingBytecode = encodeSpending(proposal.contract, first, second, absent);
  const inputs = parts.transaction.inputs.map((input, index) =>
    index === 0 ? { ...input, unlockingBytecode } : input,
  );
  const transaction = { ...parts.transaction, inputs };
  const refused = findTransactionProblem(transaction, parts.sourceOutputs);
  if (refused !== undefined) throw covenantError('REFUSED', `The network would refuse this transaction: ${refused}`);
  const encoded = encodeTransactionCommon(transaction);
  return {
    hex: binToHex(encoded),
    txid: binToHex(hash256(encoded).reverse()),
    inputs: proposalUtxos(proposal),
    outputs: proposal.outputs,
    fee: proposal.fee,
    size: encoded.length,
  };
};
