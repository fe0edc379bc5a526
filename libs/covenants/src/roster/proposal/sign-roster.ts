import { binsAreEqual, hash160 } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature, TransactionBuilder, type WcTransactionObject } from 'cashscript';
import type { PublicKeyHash } from '../../chain/address.js';
import { offlineProvider } from '../../contract/instance.js';
import { covenantError } from '../../errors/covenant-error.js';
import type { KeylessTransaction, WcTransaction } from '../../transaction/built-transaction.js';
import { light } from '../../transaction/lighten.js';
import { type SignedParts, signedParts } from '../../transaction/signed-parts.js';
import { FILLER } from '../../vault/proposal/vault-template.js';
import { findSignatureProblem } from '../../vault/signing/read-vault-signature.js';
import type { VaultSignatureResult } from '../../vault/signing/read-vault-signature.js';
import type { KeyAndSignature } from '../../vault/vault-contract.js';
import type { RosterProposal } from './roster-proposal.js';
import { completed, readSignature, spendingUnlocker, withBytecode } from './roster-signatures.js';
import { absentSeat, encodeRosterFollowing, encodeRosterSpending, type RosterSeat } from './roster-spending.js';

/** Returns the seat of a signer who may sign a proposal; undefined for anybody else. */
export const rosterSeatOf = ({ state, seats }: RosterProposal, signer: PublicKeyHash): RosterSeat | undefined =>
  seats.find((seat) => binsAreEqual(state.state.signers[seat], signer));

const templateOf = (
  { contract, filled, coins, outputs }: RosterProposal,
  first: KeyAndSignature,
  second: KeyAndSignature,
  userPrompt: string,
): WcTransactionObject => {
  const leader = spendingUnlocker(contract, first, second);
  const follower = withBytecode(contract.unlock('follow'), encodeRosterFollowing(contract));
  const builder = new TransactionBuilder({ provider: offlineProvider(contract.network) });
  const [state, ...behind] = coins;
  if (state !== undefined) builder.addInput(state, leader);
  for (const { utxo, lockingBytecode, unlockingBytecode } of filled)
    builder.addInput(utxo, {
      generateLockingBytecode: () => lockingBytecode,
      generateUnlockingBytecode: () => unlockingBytecode,
    });
  for (const coin of behind) builder.addInput(coin, follower);
  const request = builder.addOutputs([...outputs]).generateWcTransactionObject({ broadcast: false, userPrompt });
  return {
    ...request,
    sourceOutputs: request.sourceOutputs.map((source, index) => (index === 0 ? source : light(source))),
  };
};

/** Returns the transaction of a proposal as its signers must have seen it. */
export const partsOfRosterProposal = (proposal: RosterProposal): SignedParts =>
  signedParts(templateOf(proposal, FILLER, FILLER, ''));

const PROMPTS = {
  spend: 'Approve a payment of the treasury',
  exchange: 'Approve other signers, another guardian or other delays of the treasury',
} as const;

/**
 * Makes the request for one signer's wallet: the proposal with all-zero placeholders for their key and signature, and filler in the
 * other’s place. The signature covers every input and output.
 *
 * @throws RangeError for somebody who may not sign this proposal
 */
export const rosterSigningRequest = (proposal: RosterProposal, signer: PublicKeyHash): WcTransaction => {
  if (rosterSeatOf(proposal, signer) === undefined)
    throw new RangeError('Only a signer who keeps the seat can be asked to sign');
  const open = { publicKey: placeholderPublicKey(), signature: placeholderSignature() };
  const userPrompt = PROMPTS[proposal.kind];
  return { ...templateOf(proposal, open, FILLER, userPrompt), broadcast: false, userPrompt };
};

/**
 * Reads one signer's signature out of the transaction that their wallet returned, once it is proven valid: for this proposal, by
 * their key, over every input and output.
 *
 * @param signer hash160 of the signer's public key
 * @param signedTransaction hex, as wallets answer `bch_signTransaction`
 */
export const readRosterSignature = (
  proposal: RosterProposal,
  signer: PublicKeyHash,
  signedTransaction: string,
): VaultSignatureResult => {
  if (rosterSeatOf(proposal, signer) === undefined) return { ok: false, problem: 'NOT_A_SIGNER' };
  return readSignature(proposal.contract, partsOfRosterProposal(proposal), {
    signer,
    signedTransaction,
    inputIndex: 0,
  });
};

/**
 * Completes a proposal with two signers' signatures into a transaction that is ready to be broadcast. Each signature is checked
 * again, and the whole transaction is run in the virtual machine.
 *
 * @param signatures of two seats that may sign, in any order
 * @throws CovenantError SIGNATURES where one of them is not valid, or REFUSED where nodes would not accept the whole
 */
export const completeRosterProposal = (
  proposal: RosterProposal,
  signatures: readonly [KeyAndSignature, KeyAndSignature],
): KeylessTransaction => {
  const parts = partsOfRosterProposal(proposal);
  const seated = signatures.map((signature) => {
    const seat = rosterSeatOf(proposal, hash160(signature.publicKey));
    if (seat === undefined) throw covenantError('SIGNATURES', 'A signature is not from a signer who may sign');
    const problem = findSignatureProblem(proposal.contract, parts, signature);
    if (problem !== undefined) throw covenantError('SIGNATURES', `A signature is not valid: ${problem}`);
    return { seat, signature };
  });
  const [first, second] = seated.toSorted((one, other) => one.seat - other.seat);
  if (first === undefined || second === undefined || first.seat === second.seat)
    throw covenantError('SIGNATURES', 'Both signatures are by the same signer');
  const absent = absentSeat(first.seat, second.seat);
  const unlockingBytecode = encodeRosterSpending(proposal.contract, first.signature, second.signature, absent);
  const [state, ...behind] = proposal.coins;
  const coins = [...(state === undefined ? [] : [state]), ...proposal.filled.map(({ utxo }) => utxo), ...behind];
  return completed(parts, new Map([[0, unlockingBytecode]]), { ...proposal, coins });
};
