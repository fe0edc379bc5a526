import { doubleSha256, fromDisplayHash, toDisplayHash } from './hash.js';
import type { Transaction } from './transaction.js';

/** The fields of a block header. Hashes are hex in display order, `time` is Unix seconds. */
export interface BlockHeader {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

export const headerLength = 80;

/** The version of version-bits blocks that signal nothing. */
export const blockVersion = 0x2000_0000;

/** The easiest target there is: every second hash satisfies it. */
export const easiestBits = 0x207f_ffff;

export const encodeHeader = (header: BlockHeader): Uint8Array => {
  const bytes = Buffer.alloc(headerLength);
  bytes.writeInt32LE(header.version, 0);
  bytes.set(fromDisplayHash(header.previousHash), 4);
  bytes.set(fromDisplayHash(header.merkleRoot), 36);
  bytes.writeUInt32LE(header.time, 68);
  bytes.writeUInt32LE(header.bits, 72);
  bytes.writeUInt32LE(header.nonce, 76);
  return bytes;
};

/**
 * Decodes a block header.
 * @param bytes at least the 80 bytes of the header
 */
export const decodeHeader = (bytes: Uint8Array): BlockHeader => {
  const header = Buffer.from(bytes.subarray(0, headerLength));
  return {
    version: header.readInt32LE(0),
    previousHash: toDisplayHash(header.subarray(4, 36)),
    merkleRoot: toDisplayHash(header.subarray(36, 68)),
    time: header.readUInt32LE(68),
    bits: header.readUInt32LE(72),
    nonce: header.readUInt32LE(76),
  };
};

export const hashHeader = (header: BlockHeader): string => toDisplayHash(doubleSha256(encodeHeader(header)));

/** Whether a hash is at most the easiest target, 7fffff followed by zeros. */
export const satisfiesProofOfWork = (hash: string): boolean => hash <= '7fffff'.padEnd(64, '0');

/** Finds the nonce of a header, in two tries on average. */
export const solveHeader = (unsolved: Omit<BlockHeader, 'nonce'>): BlockHeader => {
  for (let nonce = 0; ; nonce += 1) {
    const header = { ...unsolved, nonce };
    if (satisfiesProofOfWork(hashHeader(header))) return header;
  }
};

/** A block by itself: whether it is valid and where it belongs is not known yet. */
export interface Block {
  /** Display-order hex. */
  readonly hash: string;
  readonly header: BlockHeader;
  /** The coinbase, then the rest in canonical order. */
  readonly transactions: readonly Transaction[];
}

export const blockOf = (header: BlockHeader, transactions: readonly Transaction[]): Block => ({
  hash: hashHeader(header),
  header,
  transactions,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the transactions after the coinbase in canonical order (CTOR), ascending by txid. */
export const canonicalOrder = (transactions: readonly Transaction[]): Transaction[] =>
  [...transactions].sort((a, b) => compare(a.txid, b.txid));

const initialSubsidy = 5_000_000_000n;
const halvingInterval = 150;

/** Returns the satoshis a block creates: 50 BCH, halved every 150 blocks as on regtest. */
export const blockSubsidy = (height: number): bigint => initialSubsidy >> BigInt(Math.floor(height / halvingInterval));

/** The number of blocks whose times count. */
export const medianTimeSpan = 11;

/** Returns the median of the last eleven block times (oldest first), or of all of them near genesis. */
export const medianTimePast = (times: readonly number[]): number => {
  const sorted = times.slice(-medianTimeSpan).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('No block, no median time.');
  return median;
};
