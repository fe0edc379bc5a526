import { MEMORY, sha256Module } from './sha256-module.js';

/** Initial hash value, FIPS 180-4, 5.3.3. */
const INITIAL: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** Round constants, FIPS 180-4, 4.2.2. */
const ROUNDS: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

/** The part of WebAssembly that is used; Node's types leave it out. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly hash: (pointer: number, blocks: number) => void;
    };
  };
};

/** Bytes of a digest, and so of a node or a leaf. */
export const DIGEST_LENGTH = 32;
/** Longest message that fits one block with its padding, bytes. */
export const MAX_SHORT_MESSAGE = 55;

const { exports: wasm } = new WebAssembly.Instance(new WebAssembly.Module(sha256Module()));
const { buffer } = wasm.memory;

const WORDS_OF_BLOCK = 16;
const WORDS_OF_DIGEST = 8;
/** Offset of messages of one block, behind two blocks for each of four messages. */
const SHORT_MESSAGES = MEMORY.messages + 512;

const spread = (values: readonly number[], offset: number): void => {
  new Uint32Array(buffer, offset, values.length * 4).set(values.flatMap((value) => [value, value, value, value]));
};
spread(INITIAL, MEMORY.initial);
spread(ROUNDS, MEMORY.rounds);

/** Words in the machine's byte order: they are only copied, never computed with. */
const pairs = new Uint32Array(buffer, MEMORY.messages, 4 * WORDS_OF_BLOCK);
const short = new Uint32Array(buffer, SHORT_MESSAGES, 4 * WORDS_OF_BLOCK);
const shortBytes = new Uint8Array(buffer, SHORT_MESSAGES, 4 * WORDS_OF_BLOCK * 4);
const digests = new Uint32Array(buffer, MEMORY.digests, 4 * WORDS_OF_DIGEST);
const digestBytes = new Uint8Array(buffer, MEMORY.digests, DIGEST_LENGTH);

// The second block of a 64-byte message is padding only, always the same: a one bit, zeros, the length of 512 bits.
for (let lane = 0; lane < 4; lane += 1) {
  const padding = new Uint8Array(buffer, MEMORY.messages + 256 + lane * 64, 64);
  padding[0] = 0x80;
  padding[62] = 0x02;
}

/**
 * Hashes up to four messages of 64 bytes, such as the two children of a node. Put messages into lanes 0 to 3, call
 * `hash`, then take the digests.
 */
export const pairHasher = {
  /**
   * Copies half a message: 32 bytes of `source`, from word `from` on, as the first (0) or second (1) half of a lane's
   * message.
   */
  put(lane: number, half: number, source: Uint32Array, from: number): void {
    const to = lane * WORDS_OF_BLOCK + half * WORDS_OF_DIGEST;
    for (let i = 0; i < WORDS_OF_DIGEST; i += 1) pairs[to + i] = source[from + i] ?? 0;
  },
  hash(): void {
    wasm.hash(MEMORY.messages, 2);
  },
} as const;

/**
 * Hashes up to four messages of at most 55 bytes each. Put messages into lanes 0 to 3, call `hash`, then take the
 * digests.
 */
export const shortHasher = {
  /**
   * Copies a message of `length` bytes of `source`, from byte `from` on, into a lane, with its padding.
   *
   * @throws RangeError for more than 55 bytes
   */
  put(lane: number, source: Uint8Array, from: number, length: number): void {
    if (length > MAX_SHORT_MESSAGE) throw new RangeError(`A message of ${length} bytes does not fit one block`);
    const to = lane * 64;
    for (let i = 0; i < length; i += 1) shortBytes[to + i] = source[from + i] ?? 0;
    shortHasher.pad(lane, length);
  },
  /** Makes the digest of a lane's last message its next message: the second half of a double hash. */
  putDigest(lane: number): void {
    const to = lane * WORDS_OF_BLOCK;
    for (let i = 0; i < WORDS_OF_DIGEST; i += 1) short[to + i] = digests[lane * WORDS_OF_DIGEST + i] ?? 0;
    shortHasher.pad(lane, DIGEST_LENGTH);
  },
  /** Pads a lane's message of a length to one block. */
  pad(lane: number, length: number): void {
    const to = lane * 64;
    shortBytes.fill(0, to + length, to + 64);
    shortBytes[to + length] = 0x80;
    shortBytes[to + 62] = length >> 5;
    shortBytes[to + 63] = (length << 3) & 0xff;
  },
  hash(): void {
    wasm.hash(SHORT_MESSAGES, 1);
  },
} as const;

/** Copies a lane's digest, 32 bytes, into `target` from word `to` on. */
export const takeDigest = (lane: number, target: Uint32Array, to: number): void => {
  for (let i = 0; i < WORDS_OF_DIGEST; i += 1) target[to + i] = digests[lane * WORDS_OF_DIGEST + i] ?? 0;
};

/**
 * Hashes a message of at most 55 bytes with SHA-256.
 *
 * @throws RangeError when it is longer
 */
export const sha256Short = (message: Uint8Array): Uint8Array<ArrayBuffer> => {
  shortHasher.put(0, message, 0, message.length);
  shortHasher.hash();
  return digestBytes.slice();
};

const halves = new Uint8Array(buffer, MEMORY.messages, 2 * DIGEST_LENGTH);

/** Hashes two digests, one after the other: a node of a tree. */
export const sha256Pair = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> => {
  halves.set(left.subarray(0, DIGEST_LENGTH));
  halves.set(right.subarray(0, DIGEST_LENGTH), DIGEST_LENGTH);
  pairHasher.hash();
  return digestBytes.slice();
};
