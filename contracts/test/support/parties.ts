import { encodeLockingBytecodeP2pkh, flattenBinArray, hash160, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';

/** Somebody with a key. Names are also what test titles show. */
export interface Party {
  readonly name: string;
  readonly privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Hash160 of the public key: what covenants are compiled with. */
  readonly hash: Uint8Array;
  readonly lockingBytecode: Uint8Array;
}

export const createParty = (name: string): Party => {
  const privateKey = sha256.hash(utf8ToBin(`key of the ${name}`));
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  const hash = hash160(publicKey);
  return { name, privateKey, publicKey, hash, lockingBytecode: encodeLockingBytecodeP2pkh(hash) };
};

export const sender = createParty('sender');
export const recipient = createParty('recipient');
/** Has no role in any deployment. */
export const outsider = createParty('outsider');

/** Everybody who may try a path, permitted or not. */
export const PARTIES = [sender, recipient, outsider] as const;

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
