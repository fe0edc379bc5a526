import {
  binToHex,
  decodeTransaction,
  generateSigningSerializationBch,
  hash160,
  hash256,
  hexToBin,
  isHex,
  secp256k1,
  SigningSerializationType,
} from '@bitauth/libauth';
import { lockingBytecodeOf, type PublicKeyHash, sameButSignatures, signInTransaction } from '@weir/covenants';

/** The addresses are proven, or why not. */
export type Proof = { readonly ok: true } | { readonly ok: false; readonly problem: string };

const refused = (problem: string): Proof => ({ ok: false, problem });

const KEY_LENGTH = 33;
/** A Schnorr signature with its type. */
const SCHNORR_LENGTH = 65;
/** The longest DER signature with its type. */
const LONGEST_SIGNATURE = 73;
const ALL_UTXOS = SigningSerializationType.allOutputsAllUtxos;

/** Reads two pushes, a signature and a compressed key, and nothing else. */
const readUnlocking = (script: Uint8Array) => {
  const [length = 0] = script;
  const signature = script.slice(1, 1 + length);
  const publicKey = script.slice(length + 2);
  const isShaped =
    length > 1 &&
    length <= LONGEST_SIGNATURE &&
    script[length + 1] === KEY_LENGTH &&
    publicKey.length === KEY_LENGTH &&
    script.length === length + 2 + KEY_LENGTH;
  return isShaped ? { signature, publicKey } : undefined;
};

const isSignedBy = (publicKey: Uint8Array, signature: Uint8Array, digest: Uint8Array): boolean => {
  const bare = signature.slice(0, -1);
  return signature.length === SCHNORR_LENGTH
    ? secp256k1.verifySignatureSchnorr(bare, publicKey, digest)
    : secp256k1.verifySignatureDERLowS(bare, publicKey, digest);
};

/**
 * Verifies a signed sign-in transaction: it is the one of this text, unchanged, and each input is signed by the key of
 * its address, with ALL|UTXOS|FORKID.
 *
 * @param hashes of the keys, in the order of the inputs
 * @param signed hex
 */
export const verifySignInTransaction = (text: string, hashes: readonly PublicKeyHash[], signed: string): Proof => {
  const decoded = isHex(signed) ? decodeTransaction(hexToBin(signed)) : 'no hex';
  if (typeof decoded === 'string') return refused('it must be the signed transaction as hex');
  const { transaction, sourceOutputs } = signInTransaction(text, hashes.map(lockingBytecodeOf));
  if (!sameButSignatures(decoded, transaction)) return refused('it is not the transaction of this nonce');
  for (const [inputIndex, hash] of hashes.entries()) {
    const unlocking = readUnlocking(decoded.inputs[inputIndex]?.unlockingBytecode ?? new Uint8Array());
    if (unlocking === undefined) return refused(`input ${inputIndex} must hold a signature and a compressed key`);
    const { signature, publicKey } = unlocking;
    if (binToHex(hash160(publicKey)) !== binToHex(hash))
      return refused(`input ${inputIndex} is signed by the key of another address`);
    if (signature.at(-1) !== ALL_UTXOS) return refused(`input ${inputIndex} must be signed with ALL|UTXOS|FORKID`);
    const digest = hash256(
      generateSigningSerializationBch(
        { inputIndex, transaction, sourceOutputs: [...sourceOutputs] },
        { coveredBytecode: lockingBytecodeOf(hash), signingSerializationType: Uint8Array.of(ALL_UTXOS) },
      ),
    );
    if (!isSignedBy(publicKey, signature, digest)) return refused(`the signature of input ${inputIndex} is not valid`);
  }
  return { ok: true };
};
