import { hash160, secp256k1, sha256, utf8ToBin, validateSecp256k1PrivateKey } from '@bitauth/libauth';

export interface KeyPair {
  readonly privateKey: Uint8Array;
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly publicKeyHash: Uint8Array;
}

/**
 * A key pair of 32 bytes, or of any text (its SHA-256), for demos and tests that name their keys.
 *
 * @throws RangeError when the bytes are no private key
 */
export const createKeyPair = (secret: Uint8Array | string): KeyPair => {
  const privateKey = typeof secret === 'string' ? sha256.hash(utf8ToBin(secret)) : secret;
  if (!validateSecp256k1PrivateKey(privateKey)) throw new RangeError('This is no private key');
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new RangeError(publicKey);
  return { privateKey, publicKey, publicKeyHash: hash160(publicKey) };
};
