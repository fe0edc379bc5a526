import { bigIntToCompactUint, binToBase64, flattenBinArray, hash256, secp256k1, utf8ToBin } from '@bitauth/libauth';
import type { KeyPair } from './key-pair.js';

const MAGIC = 'Bitcoin Signed Message:\n';
/** Header byte of a recoverable signature by a compressed key. */
const COMPRESSED_HEADER = 31;

const sized = (bytes: Uint8Array): Uint8Array => flattenBinArray([bigIntToCompactUint(BigInt(bytes.length)), bytes]);

/** A Bitcoin Signed Message: 65 bytes (header, r, s), base64, as `bch_signMessage` answers. */
export const signMessage = ({ privateKey }: KeyPair, text: string): string => {
  const digest = hash256(flattenBinArray([sized(utf8ToBin(MAGIC)), sized(utf8ToBin(text))]));
  const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, digest);
  if (typeof signed === 'string') throw new Error(signed);
  return binToBase64(Uint8Array.of(COMPRESSED_HEADER + signed.recoveryId, ...signed.signature));
};
