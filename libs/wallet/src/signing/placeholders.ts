import { encodeDataPush } from '@bitauth/libauth';

/** Pushes of zeros that a wallet replaces with its own signature and key. */
const SIGNATURE_PLACEHOLDER = encodeDataPush(new Uint8Array(65));
const PUBLIC_KEY_PLACEHOLDER = encodeDataPush(new Uint8Array(33));

const fillFirst = (bytecode: Uint8Array, placeholder: Uint8Array, value: () => Uint8Array): Uint8Array => {
  // No Buffer: wallets run in pages, too.
  const at = bytecode.findIndex((_, start) => placeholder.every((byte, offset) => bytecode[start + offset] === byte));
  if (at < 0) return bytecode;
  const filled = Uint8Array.from(bytecode);
  filled.set(encodeDataPush(value()), at);
  return filled;
};

/** Replaces the first signature placeholder of a bytecode with a signature; further ones are for other signers. */
export const fillSignature = (bytecode: Uint8Array, signature: () => Uint8Array): Uint8Array =>
  fillFirst(bytecode, SIGNATURE_PLACEHOLDER, signature);

/** Replaces the first public key placeholder of a bytecode with a public key. */
export const fillPublicKey = (bytecode: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  fillFirst(bytecode, PUBLIC_KEY_PLACEHOLDER, () => publicKey);
