import { createHash } from 'node:crypto';

/** Reverses the bytes of hex: Electrum and nodes display hashes in reverse. */
export const reverseHex = (hex: string): string => Buffer.from(hex, 'hex').reverse().toString('hex');

const known = new Map<string, string>();
const knownLimit = 100_000;

/**
 * Returns the Electrum script hash of a locking bytecode: its SHA-256, byte-reversed.
 * @param lockingBytecode hex
 */
export const scripthashOf = (lockingBytecode: string): string => {
  const cached = known.get(lockingBytecode);
  if (cached !== undefined) return cached;
  const scripthash = createHash('sha256').update(lockingBytecode, 'hex').digest().reverse().toString('hex');
  if (known.size >= knownLimit) known.clear();
  known.set(lockingBytecode, scripthash);
  return scripthash;
};
