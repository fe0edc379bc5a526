import { createHash } from 'node:crypto';

/** Bytes as hex in the opposite order: Electrum and the node show hashes reversed. */
export const reverseHex = (hex: string): string => Buffer.from(hex, 'hex').reverse().toString('hex');

const known = new Map<string, string>();
const knownLimit = 100_000;

/**
 * The Electrum script hash of a locking bytecode: sha256 of the bytecode, shown in reversed order.
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
