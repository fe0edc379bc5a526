import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Returns the hash of blocks and transactions, SHA-256 twice, in the byte order of serialization. */
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** Converts serialized hash bytes to display order, as hex. */
export const toDisplayHash = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** Converts a displayed hash to its serialized bytes. */
export const fromDisplayHash = (display: string): Uint8Array => Buffer.from(display, 'hex').reverse();

/** Encodes bytes as hex: what libauth's `binToHex` returns, at the speed of Node.js. */
export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Decodes hex that is known to be valid. */
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
