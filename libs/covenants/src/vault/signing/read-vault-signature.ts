import {
  authenticationInstructionsAreMalformed,
  binsAreEqual,
  decodeAuthenticationInstructions,
  generateSigningSerializationBch,
  hash160,
  hash256,
  isValidSignatureEncodingDER,
  secp256k1,
} from '@bitauth/libauth';
import type { PublicKeyHash } from '../../chain/address.js';
import { decodeAnswer, type SignedParts } from '../../transaction/signed-parts.js';
import type { VaultProposal } from '../proposal/vault-proposal.js';
import { partsOf, signerIndex } from '../proposal/vault-template.js';
import type { KeyAndSignature, VaultContract } from '../vault-contract.js';

/** ALL|FORKID with and without UTXOS, the types that the covenant accepts: each covers every input and output. */
const SIGHASH_TYPES: readonly (number | undefined)[] = [0x41, 0x61];
const SCHNORR_LENGTH = 64;
/**
 * Length of a compressed key. The covenant accepts longer forms, but the fee is paid for two compressed keys, so
 * nodes would not relay those.
 */
const PUBLIC_KEY_LENGTH = 33;

/** What is wrong with a signature. */
export type SignatureProblem = 'WRONG_SIGHASH_TYPE' | 'INVALID_SIGNATURE';

/**
 * Returns what is wrong with a signature of a contract's input, input 0 by default; undefined when it is valid for this transaction
 * and this key.
 */
export const findSignatureProblem = (
  contract: Pick<VaultContract, 'redeemScript'>,
  { transaction, sourceOutputs }: SignedParts,
  { publicKey, signature }: KeyAndSignature,
  inputIndex = 0,
): SignatureProblem | undefined => {
  const type = signature.slice(-1);
  const bare = signature.slice(0, -1);
  if (!SIGHASH_TYPES.includes(type[0])) return 'WRONG_SIGHASH_TYPE';
  if (publicKey.length !== PUBLIC_KEY_LENGTH || !secp256k1.validatePublicKey(publicKey)) return 'INVALID_SIGNATURE';
  const serialization = generateSigningSerializationBch(
    { inputIndex, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode: contract.redeemScript, signingSerializationType: type },
  );
  const digest = hash256(serialization);
  const good =
    bare.length === SCHNORR_LENGTH
      ? secp256k1.verifySignatureSchnorr(bare, publicKey, digest)
      : isValidSignatureEncodingDER(bare) && secp256k1.verifySignatureDERLowS(bare, publicKey, digest);
  return good ? undefined : 'INVALID_SIGNATURE';
};

/** Returns the data that an unlocking bytecode pushes, in order; undefined when it does anything else. */
const pushesOf = (bytecode: Uint8Array): Uint8Array[] | undefined => {
  const instructions = decodeAuthenticationInstructions(bytecode);
  if (authenticationInstructionsAreMalformed(instructions)) return undefined;
  const pushes = instructions.flatMap((instruction) => ('data' in instruction ? [instruction.data] : []));
  return pushes.length === instructions.length ? pushes : undefined;
};

/** Reads the keys and signatures of an input 0, no matter who made them; undefined when it is not a spend of this vault. */
const readSpending = (contract: VaultContract, bytecode: Uint8Array): readonly KeyAndSignature[] | undefined => {
  const pushes = pushesOf(bytecode);
  if (pushes?.length !== 6) return undefined;
  const [secondSignature, secondKey, firstSignature, firstKey, selector, script] = pushes;
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

/** One signer's part of a proposal, checked. */
export type VaultSignature = KeyAndSignature;

/** Why a wallet's transaction holds no valid signature of a signer. */
export type VaultSignatureProblem =
  | SignatureProblem
  /** They may not sign this proposal. */
  | 'NOT_A_SIGNER'
  /** The text is not an encoded transaction, hex. */
  | 'MALFORMED'
  /** It is another transaction than the proposal's: coins, outputs, locktime or sequence numbers differ. */
  | 'OTHER_TRANSACTION'
  /** The placeholder is unchanged: the wallet did not sign. */
  | 'NOT_SIGNED'
  /** It is signed with a key that is not this signer's. */
  | 'OTHER_KEY';

/** A signer's valid signature, or why there is none. */
export type VaultSignatureResult =
  | { readonly ok: true; readonly signature: VaultSignature }
  | { readonly ok: false; readonly problem: VaultSignatureProblem };

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
  if (signerIndex(proposal.contract, signer) === undefined) return refuse('NOT_A_SIGNER');
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
