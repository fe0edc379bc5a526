import { generateSigningSerializationBch, hash256, isValidSignatureEncodingDER, secp256k1 } from '@bitauth/libauth';
import type { CovenantScript } from '../contract/covenant-script.js';
import type { SignedParts } from './signed-parts.js';

/** A public key and its signature, as the unlocking bytecode of an input holds them. */
export interface KeyAndSignature {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Includes its sighash type: 65 bytes by Schnorr, up to 72 by ECDSA. */
  readonly signature: Uint8Array;
}

/** Fills the place of another signer's part. Not zeros: wallets would fill those. */
export const FILLER: KeyAndSignature = { publicKey: new Uint8Array(33).fill(1), signature: new Uint8Array(65).fill(1) };

/** Longest signature including its type: ECDSA. Wallets that sign by Schnorr make 65 bytes. */
export const LONGEST: KeyAndSignature = { publicKey: new Uint8Array(33), signature: new Uint8Array(72) };

/** ALL|FORKID with and without UTXOS, the types that the covenants accept: each covers every input and output. */
const SIGHASH_TYPES: readonly (number | undefined)[] = [0x41, 0x61];
const SCHNORR_LENGTH = 64;
/**
 * Length of a compressed key. The covenants accept longer forms, but the fee is paid for two compressed keys, so
 * nodes would not relay those.
 */
const PUBLIC_KEY_LENGTH = 33;

/** What is wrong with a signature. */
export type SignatureProblem = 'WRONG_SIGHASH_TYPE' | 'INVALID_SIGNATURE';

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
  | { readonly ok: true; readonly signature: KeyAndSignature }
  | { readonly ok: false; readonly problem: VaultSignatureProblem };

/**
 * Returns what is wrong with a signature of a contract's input, input 0 by default; undefined when it is valid for this transaction
 * and this key.
 */
export const findSignatureProblem = (
  contract: Pick<CovenantScript, 'redeemScript'>,
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
