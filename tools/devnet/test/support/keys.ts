import { createHash } from 'node:crypto';
import {
  binToHex,
  encodeLockingBytecodeP2pkh,
  hash160,
  lockingBytecodeToCashAddress,
  secp256k1,
} from '@bitauth/libauth';

/** A key made from a text, its output script and its addresses on the devnet. */
export interface Key {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly lockingBytecode: string;
  readonly address: string;
  readonly tokenAddress: string;
  readonly scripthash: string;
}

const addressOf = (bytecode: Uint8Array, tokenSupport: boolean): string => {
  const encoded = lockingBytecodeToCashAddress({ bytecode, prefix: 'bchtest', tokenSupport });
  if (typeof encoded === 'string') throw new Error(encoded);
  return encoded.address;
};

/** Private key: sha256 of the text, as in the recorded scenes. */
export const keyOf = (text: string): Key => {
  const privateKey = createHash('sha256').update(text).digest();
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  const bytecode = encodeLockingBytecodeP2pkh(hash160(publicKey));
  return {
    privateKey,
    publicKey,
    lockingBytecode: binToHex(bytecode),
    address: addressOf(bytecode, false),
    tokenAddress: addressOf(bytecode, true),
    scripthash: createHash('sha256').update(bytecode).digest().reverse().toString('hex'),
  };
};
