import { encodeLockingBytecodeP2pkh, hash160, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';

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

/** Everybody who may try a path, honest or not. */
export const PARTIES = [sender, recipient, outsider] as const;
