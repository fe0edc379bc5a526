import { binToHex, sha256 } from '@bitauth/libauth';

/** Returns Electrum's name of a locking bytecode: its SHA-256, reversed, hex. */
export const scriptHashOf = (lockingBytecode: Uint8Array): string => binToHex(sha256.hash(lockingBytecode).reverse());
