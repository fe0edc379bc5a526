import { sha256Short } from '../hashing/sha256.js';
import { HASH_LENGTH } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';

/**
 * Leaf of a paid row and of an empty place: SHA-256 of one zero byte, as in the covenants. Not 32 zero bytes, which
 * wallets could take for the placeholder of a key.
 */
export const SPENT_MARKER: Uint8Array = sha256Short(Uint8Array.of(0));

/**
 * Returns the leaf of a row: double SHA-256 of the public key hash and the amount, 8 bytes little-endian. No inner
 * node can equal it.
 *
 * @param hash 20 bytes
 * @param amount base units, below 2^64
 */
export const leafOfRow = (hash: Uint8Array, amount: bigint): Uint8Array<ArrayBuffer> => {
  const row = new Uint8Array(ROW_LENGTH);
  row.set(hash);
  new DataView(row.buffer).setBigUint64(HASH_LENGTH, amount, true);
  return sha256Short(sha256Short(row));
};
