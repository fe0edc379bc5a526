import { flattenBinArray, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import type { Party } from '../support/parties.js';

/** A text as wallets sign messages, before it is hashed twice. */
const framed = (text: string): Uint8Array =>
  flattenBinArray([utf8ToBin('\u0018Bitcoin Signed Message:\n'), Uint8Array.of(text.length), utf8ToBin(text)]);

/** The message's first hash: what a campaign is compiled with. */
export const closingHash = (text: string): Uint8Array => sha256.hash(framed(text));

/** A party's signature of a message in DER, as OP_CHECKDATASIG takes it. */
export const approve = (party: Party, text: string): Uint8Array => {
  const signature = secp256k1.signMessageHashDER(party.privateKey, sha256.hash(closingHash(text)));
  if (typeof signature === 'string') throw new Error(signature);
  return signature;
};
