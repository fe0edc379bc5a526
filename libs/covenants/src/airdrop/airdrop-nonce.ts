import { binToBase64, binToUtf8, flattenBinArray, sha256, utf8ToBin } from '@bitauth/libauth';

/** Random bytes that make the 16 characters of a campaign's nonce. */
export const AIRDROP_NONCE_ENTROPY = 12;

/** Whether bytes are 16 characters of base64url: what stands in a message that people sign must be printable. */
export const isAirdropNonce = (nonce: Uint8Array): boolean => /^[\w-]{16}$/u.test(binToUtf8(nonce));

/**
 * The nonce of a new campaign.
 *
 * @param entropy 12 random bytes
 * @throws RangeError for any other number of bytes
 */
export const createAirdropNonce = (entropy: Uint8Array): Uint8Array => {
  if (entropy.length !== AIRDROP_NONCE_ENTROPY) throw new RangeError('A nonce is made of 12 random bytes');
  return utf8ToBin(binToBase64(entropy).replaceAll('+', '-').replaceAll('/', '_'));
};

/** What the creator signs with their wallet (`bch_signMessage`) to close a campaign's lanes, all of them, as they stand. */
export const airdropClosingMessage = (nonce: Uint8Array): string => `Close Weir airdrop ${binToUtf8(nonce)}`;

/**
 * The first SHA-256 of the message in Bitcoin Signed Message form. Compiled into the contract, whose OP_CHECKDATASIG takes
 * the second.
 */
export const airdropClosingHash = (nonce: Uint8Array): Uint8Array => {
  const text = utf8ToBin(airdropClosingMessage(nonce));
  return sha256.hash(flattenBinArray([utf8ToBin('\u0018Bitcoin Signed Message:\n'), Uint8Array.of(text.length), text]));
};
