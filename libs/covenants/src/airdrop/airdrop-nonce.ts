import { binToBase64, binToUtf8, flattenBinArray, sha256, utf8ToBin } from '@bitauth/libauth';

/** Random bytes that make the 16 characters of a campaign's nonce. */
export const AIRDROP_NONCE_ENTROPY = 12;

/**
 * Whether bytes are 16 characters of base64url. They appear in a message that people sign, so they must be printable.
 */
export const isAirdropNonce = (nonce: Uint8Array): boolean => /^[\w-]{16}$/u.test(binToUtf8(nonce));

/**
 * Makes the nonce of a new campaign: base64url of random bytes.
 *
 * @param entropy 12 random bytes
 * @throws RangeError for any other number of bytes
 *
 * @example
 * createAirdropNonce(new Uint8Array(12)); // the 16 bytes of 'AAAAAAAAAAAAAAAA'
 */
export const createAirdropNonce = (entropy: Uint8Array): Uint8Array => {
  if (entropy.length !== AIRDROP_NONCE_ENTROPY) throw new RangeError('A nonce is made of 12 random bytes');
  return utf8ToBin(binToBase64(entropy).replaceAll('+', '-').replaceAll('/', '_'));
};

/**
 * Returns the text that the creator signs with their wallet (`bch_signMessage`) to close all lanes of a campaign,
 * whatever has been claimed by then.
 */
export const airdropClosingMessage = (nonce: Uint8Array): string => `Close Weir airdrop ${binToUtf8(nonce)}`;

/**
 * Returns the single SHA-256 of the closing message in Bitcoin Signed Message form. It is compiled into the contract;
 * OP_CHECKDATASIG hashes it once more.
 */
export const airdropClosingHash = (nonce: Uint8Array): Uint8Array => {
  const text = utf8ToBin(airdropClosingMessage(nonce));
  return sha256.hash(flattenBinArray([utf8ToBin('\u0018Bitcoin Signed Message:\n'), Uint8Array.of(text.length), text]));
};
