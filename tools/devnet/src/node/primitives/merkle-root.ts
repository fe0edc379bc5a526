import { doubleSha256, fromDisplayHash, toDisplayHash } from './hash.js';

/** Returns the merkle root of a block's txids, all in display order. An odd level pairs its last hash with itself. */
export const merkleRoot = (txids: readonly string[]): string => {
  let level: Uint8Array[] = txids.map(fromDisplayHash);
  while (level.length > 1) {
    const pairs = level;
    level = [];
    for (let index = 0; index < pairs.length; index += 2) {
      const left = pairs[index] ?? new Uint8Array();
      level.push(doubleSha256(Buffer.concat([left, pairs[index + 1] ?? left])));
    }
  }
  const [root] = level;
  if (root === undefined) throw new Error('A block has at least its coinbase.');
  return toDisplayHash(root);
};
