import { createHash } from 'node:crypto';
import { reverseHex } from './index/scripthash.js';

const hash256 = (data: Uint8Array): Buffer => {
  const once = createHash('sha256').update(data).digest();
  return createHash('sha256').update(once).digest();
};

/** Hashes a serialized header or transaction; the hash is in display order. */
export const displayHash = (hex: string): string => hash256(Buffer.from(hex, 'hex')).reverse().toString('hex');

/**
 * Computes Bitcoin's merkle branch: the siblings from a leaf up to the root, an odd node standing in for its missing
 * sibling.
 * @param hashes leaves in display order, at least one
 * @param position index of the leaf to prove
 * @returns branch and root in display order
 */
export const merkleBranch = (hashes: readonly string[], position: number): { branch: string[]; root: string } => {
  const branch: string[] = [];
  let level = hashes.map(reverseHex);
  for (let at = position; level.length > 1; at >>= 1) {
    const padded = level.length % 2 === 1 ? [...level, ...level.slice(-1)] : level;
    branch.push(reverseHex(padded[at ^ 1] ?? ''));
    level = Array.from({ length: padded.length / 2 }, (_, pair) =>
      hash256(Buffer.from(padded.slice(2 * pair, 2 * pair + 2).join(''), 'hex')).toString('hex'),
    );
  }
  return { branch, root: reverseHex(level[0] ?? '') };
};
