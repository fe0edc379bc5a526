import { generateSigningSerializationBch, hash256, isValidSignatureEncodingDER, secp256k1 } from '@bitauth/libauth';
import type { VaultContract } from '../vault-contract.js';
import type { SignedParts } from './signed-parts.js';
import { redeemScriptOf, type KeyAndSignature } from './vault-unlocking.js';

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

/** Returns what is wrong with a signature of input 0; undefined when it is valid for this transaction and this key. */
export const findSignatureProblem = (
  contract: VaultContract,
  { transaction, sourceOutputs }: SignedParts,
  { publicKey, signature }: KeyAndSignature,
): SignatureProblem | undefined => {
  const type = signature.slice(-1);
  const bare = signature.slice(0, -1);
  if (!SIGHASH_TYPES.includes(type[0])) return 'WRONG_SIGHASH_TYPE';
  if (publicKey.length !== PUBLIC_KEY_LENGTH || !secp256k1.validatePublicKey(publicKey)) return 'INVALID_SIGNATURE';
  const serialization = generateSigningSerializationBch(
    { inputIndex: 0, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode: redeemScriptOf(contract), signingSerializationType: type },
  );
  const digest = hash256(serialization);
  const good =
    bare.length === SCHNORR_LENGTH
      ? secp256k1.verifySignatureSchnorr(bare, publicKey, digest)
      : isValidSignatureEncodingDER(bare) && secp256k1.verifySignatureDERLowS(bare, publicKey, digest);
  return good ? undefined : 'INVALID_SIGNATURE';
};
