import { encodeDataPush } from '@bitauth/libauth';

/** Pushes of zeros that stand where a wallet puts its own. */
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

/** Puts a signature in the place of the first signature placeholder; further ones are for other signers. */
export const fillSignature = (bytecode: Uint8Array, signature: () => Uint8Array): Uint8Array =>
  fillFirst(bytecode, SIGNATURE_PLACEHOLDER, signature);

/** Puts a public key in the place of the first public key placeholder. */
export const fillPublicKey = (bytecode: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  fillFirst(bytecode, PUBLIC_KEY_PLACEHOLDER, () => publicKey);
