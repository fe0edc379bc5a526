import { flattenBinArray, hash160, numberToBinUint32BE, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';

/** The keys of a wallet. */
export interface KeyPair {
  readonly privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** hash160 of the public key. */
  readonly publicKeyHash: Uint8Array;
}

/**
 * Derives the keys of a wallet.
 *
 * @param secret a 32-byte private key, or a seed text whose SHA-256 is the private key
 * @throws Error when the bytes are not a private key
 */
export const createKeyPair = (secret: Uint8Array | string): KeyPair => {
  const privateKey = typeof secret === 'string' ? sha256.hash(utf8ToBin(secret)) : secret;
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  return { privateKey, publicKey, publicKeyHash: hash160(publicKey) };
};

/**
 * Derives the keys of a wallet of several addresses: the first is that of the secret, each further one the SHA-256 of
 * the first private key and its index.
 *
 * @throws Error when the bytes are not a private key
 */
export const createKeyPairs = (secret: Uint8Array | string, count: number): readonly [KeyPair, ...KeyPair[]] => {
  const first = createKeyPair(secret);
  const further = Array.from({ length: count - 1 }, (_, index) =>
    createKeyPair(sha256.hash(flattenBinArray([first.privateKey, numberToBinUint32BE(index + 1)]))),
  );
  return [first, ...further];
};
