import { doubleSha256, fromDisplayHash, toDisplayHash } from './hash.js';

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
