import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The hash of blocks and transactions: SHA-256 twice, in the order it is serialized. */
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** Serialized hash bytes as people read them: reversed, hex. */
export const toDisplayHash = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** The serialized bytes of a displayed hash. */
export const fromDisplayHash = (display: string): Uint8Array => Buffer.from(display, 'hex').reverse();
