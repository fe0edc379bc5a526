import { bigIntToCompactUint, binToBase64, flattenBinArray, hash256, secp256k1, utf8ToBin } from '@bitauth/libauth';

const MAGIC = 'Bitcoin Signed Message:\n';
/** Header byte of a signature by a compressed key, with recovery id 0. */
const COMPRESSED_HEADER = 31;

const withLength = (text: string): Uint8Array => {
  const bytes = utf8ToBin(text);
  return flattenBinArray([bigIntToCompactUint(BigInt(bytes.length)), bytes]);
};

/**
 * Returns the hash that a Bitcoin Signed Message signs: double SHA-256 over magic and message, each preceded by its
 * length.
 */
export const messageHash = (message: string): Uint8Array =>
  hash256(flattenBinArray([withLength(MAGIC), withLength(message)]));

/**
 * Signs a text as `bch_signMessage` does: recoverable ECDSA.
 *
 * @returns base64 of 65 bytes
 * @throws Error when the key is no private key
 */
export const signMessage = (privateKey: Uint8Array, message: string): string => {
  const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, messageHash(message));
  if (typeof signed === 'string') throw new Error(signed);
  return binToBase64(Uint8Array.of(COMPRESSED_HEADER + signed.recoveryId, ...signed.signature));
};
