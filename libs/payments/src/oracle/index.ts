import { secp256k1, sha256 } from '@bitauth/libauth';

/** A message of an oracle with its signature. */
export interface SignedMessage {
  readonly bytes: Uint8Array;
  /** Schnorr, 64 bytes; as a transaction shows it perhaps another one that scripts take. */
  readonly signature: Uint8Array;
}

/**
 * Whether an oracle signed a message: a Schnorr signature over its SHA-256, as OP_CHECKDATASIG reads it.
 *
 * @param publicKey compressed, 33 bytes; another key gives false
 */
export const isSignedMessage = ({ bytes, signature }: SignedMessage, publicKey: Uint8Array): boolean =>
  signature.length === 64 &&
  publicKey.length === 33 &&
  secp256k1.verifySignatureSchnorr(signature, publicKey, sha256.hash(bytes));

/**
 * Whether a script takes a signature of a message: OP_CHECKDATASIG reads 64 bytes as Schnorr, and any others as ECDSA (DER, low S). Oracles
 * sign by Schnorr, so messages are looked for by {@link isSignedMessage}; one that lies can sign so that a payment by it is valid.
 *
 * @param publicKey compressed, 33 bytes; another key gives false
 */
export const isSignedForScript = ({ bytes, signature }: SignedMessage, publicKey: Uint8Array): boolean =>
  signature.length === 64
    ? isSignedMessage({ bytes, signature }, publicKey)
    : publicKey.length === 33 && secp256k1.verifySignatureDERLowS(signature, publicKey, sha256.hash(bytes));

/**
 * Signs a message as an oracle does: for tests and local oracles.
 *
 * @throws RangeError where the private key is not one
 */
export const signMessage = (bytes: Uint8Array, privateKey: Uint8Array): SignedMessage => {
  const signature = secp256k1.signMessageHashSchnorr(privateKey, sha256.hash(bytes));
  if (typeof signature === 'string') throw new RangeError(`The message cannot be signed: ${signature}`);
  return { bytes, signature };
};
