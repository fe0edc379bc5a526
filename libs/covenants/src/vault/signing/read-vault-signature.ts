import { binsAreEqual, hash160 } from '@bitauth/libauth';
import { pushesOf } from '../../bytes/read-pushes.js';
import type { PublicKeyHash } from '../../chain/address.js';
import {
  findSignatureProblem,
  type KeyAndSignature,
  type SignatureProblem,
  type VaultSignatureProblem,
  type VaultSignatureResult,
} from '../../transaction/key-signature.js';
import { decodeAnswer } from '../../transaction/signed-parts.js';
import { seatOf } from '../proposal/proposal-seats.js';
import type { VaultProposal } from '../proposal/vault-proposal.js';
import { partsOf } from '../proposal/vault-template.js';
import { isRosterContract, type TreasuryContract } from '../treasury.js';

export type { SignatureProblem, VaultSignatureProblem, VaultSignatureResult } from '../../transaction/key-signature.js';

/** One signer's part of a proposal, checked. */
export type VaultSignature = KeyAndSignature;

/**
 * Reads the keys and signatures of an input 0, no matter who made them; undefined when it is not a spend of this treasury. A roster's
 * has the seat that does not sign before them, which signatures do not cover.
 */
const readSpending = (contract: TreasuryContract, bytecode: Uint8Array): readonly KeyAndSignature[] | undefined => {
  const pushes = pushesOf(bytecode);
  const places = isRosterContract(contract) ? pushes.slice(1) : pushes;
  if (places.length !== 6) return undefined;
  const [secondSignature, secondKey, firstSignature, firstKey, selector, script] = places;
  if (
    secondSignature === undefined ||
    secondKey === undefined ||
    firstSignature === undefined ||
    firstKey === undefined
  )
    return undefined;
  if (selector?.length !== 0 || script === undefined || !binsAreEqual(script, contract.redeemScript)) return undefined;
  return [
    { publicKey: firstKey, signature: firstSignature },
    { publicKey: secondKey, signature: secondSignature },
  ];
};

const isOf =
  (signer: PublicKeyHash) =>
  ({ publicKey }: KeyAndSignature): boolean =>
    binsAreEqual(hash160(publicKey), signer);
const isOpen = ({ signature }: KeyAndSignature): boolean => signature.every((byte) => byte === 0);

/** Returns what is wrong with a signature for a proposal; undefined when it is valid. */
export const findVaultSignatureProblem = (
  proposal: VaultProposal,
  signature: VaultSignature,
): SignatureProblem | undefined => findSignatureProblem(proposal.contract, partsOf(proposal), signature);

/**
 * Extracts one signer's signature from the transaction that their wallet returned, once it is proven valid: for this
 * proposal, by their key, over every input and output.
 *
 * @param signer hash160 of the signer's public key
 * @param signedTransaction hex, as wallets answer `bch_signTransaction`
 */
export const readVaultSignature = (
  proposal: VaultProposal,
  signer: PublicKeyHash,
  signedTransaction: string,
): VaultSignatureResult => {
  const refuse = (problem: VaultSignatureProblem): VaultSignatureResult => ({ ok: false, problem });
  if (seatOf(proposal, signer) === undefined) return refuse('NOT_A_SIGNER');
  const parts = partsOf(proposal);
  const signed = decodeAnswer(parts, signedTransaction);
  if (typeof signed === 'string') return refuse(signed);

  const found = readSpending(proposal.contract, signed.inputs[0]?.unlockingBytecode ?? new Uint8Array());
  if (found === undefined) return refuse('OTHER_TRANSACTION');
  const own = found.find(isOf(signer));
  if (own === undefined) return refuse(found.some(isOpen) ? 'NOT_SIGNED' : 'OTHER_KEY');
  if (isOpen(own)) return refuse('NOT_SIGNED');
  const problem = findSignatureProblem(proposal.contract, parts, own);
  return problem === undefined ? { ok: true, signature: own } : refuse(problem);
};
