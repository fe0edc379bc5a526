/**
 * Bytes of WebAssembly code. This file has the few instructions that hashing needs; opcodes are those of the
 * WebAssembly core specification 2.0, chapter "Binary Format".
 */
type Code = readonly number[];

/** Encodes a number as unsigned LEB128. */
const unsigned = (value: number): Code => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]);

/** Encodes a 32-bit integer as signed LEB128. */
const signed = (value: number): Code => {
  const rest = value >> 7;
  const done = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return done ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
};

const concat = (...parts: readonly Code[]): Code => parts.flat();

/** Encodes a vector of the binary format: the number of items, then each. */
const vector = (items: readonly Code[]): Code => concat(unsigned(items.length), ...items);
/** Encodes contents preceded by their length in bytes. */
const sized = (contents: Code): Code => concat(unsigned(contents.length), contents);
const section = (id: number, contents: Code): Code => concat([id], sized(contents));
const text = (value: string): Code => sized([...new TextEncoder().encode(value)]);

const I32 = 0x7f;
const V128 = 0x7b;

const get = (local: number): Code => concat([0x20], unsigned(local));
const set = (local: number, value: Code): Code => concat(value, [0x21], unsigned(local));
const i32 = (value: number): Code => concat([0x41], signed(value));
const addI32 = (a: Code, b: Code): Code => concat(a, b, [0x6a]);
/** Repeats a body for as long as the condition at its end holds. */
const repeatWhile = (body: Code, condition: Code): Code => concat([0x03, 0x40], body, condition, [0x0d, 0x00, 0x0b]);

const simd = (operation: number): Code => concat([0xfd], unsigned(operation));
/** Encodes a memory operand. Addresses are multiples of 16, so the alignment hint is 2^4. */
const at = (offset: number): Code => concat([0x04], unsigned(offset));

const load = (address: Code, offset: number): Code => concat(address, simd(0x00), at(offset));
const store = (address: Code, offset: number, value: Code): Code => concat(address, value, simd(0x0b), at(offset));
/** Picks 16 of the 32 bytes of two vectors. */
const shuffle = (a: Code, b: Code, bytes: Code): Code => concat(a, b, simd(0x0d), bytes);
const and = (a: Code, b: Code): Code => concat(a, b, simd(0x4e));
const xor = (a: Code, b: Code): Code => concat(a, b, simd(0x51));
const shiftLeft = (a: Code, bits: number): Code => concat(a, i32(bits), simd(0xab));
const shiftRight = (a: Code, bits: number): Code => concat(a, i32(bits), simd(0xad));
const add = (first: Code, ...rest: readonly Code[]): Code =>
  concat(first, ...rest.map((each) => concat(each, simd(0xae))));

/** Offsets in the module's memory, one page of 64 KiB. Multiples of 16. */
export const MEMORY = {
  /** Digests of the four messages, 32 bytes each. */
  digests: 0,
  /** Initial hash value, each word four times. */
  initial: 256,
  /** Round constants, each four times. */
  rounds: 512,
  /** Messages, from here on. */
  messages: 2_048,
} as const;

/**
 * Indexes of locals: the two arguments, then vectors: hash value, working variables, 16 words of the schedule,
 * scratch.
 */
const POINTER = 0;
const BLOCKS = 1;
const HASH = 2;
const WORKING = 10;
const SCHEDULE = 18;
const SCRATCH = 34;
const VECTOR_LOCALS = 36;

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/**
 * Lists the bytes that interleave the words `first` and `first + 1` of two vectors. Each word's bytes are reversed,
 * since SHA-256 is big-endian.
 */
const woven = (first: number): Code =>
  [first, first + 4, first + 1, first + 5].flatMap((word) => [3, 2, 1, 0].map((byte) => word * 4 + byte));
const LOWER_HALVES: Code = [...range(8), ...range(8).map((i) => i + 16)];
const UPPER_HALVES: Code = LOWER_HALVES.map((byte) => byte + 8);

/**
 * Transposes four vectors of four words, and reverses each word's bytes: from messages to words of the schedule, and
 * from hash values back to digests.
 */
const transposed = (rows: readonly [Code, Code, Code, Code], take: (column: number, value: Code) => Code): Code => {
  const [a, b, c, d] = rows;
  const columns = (first: number): Code =>
    concat(
      set(SCRATCH, shuffle(a, b, woven(first))),
      set(SCRATCH + 1, shuffle(c, d, woven(first))),
      take(first, shuffle(get(SCRATCH), get(SCRATCH + 1), LOWER_HALVES)),
      take(first + 1, shuffle(get(SCRATCH), get(SCRATCH + 1), UPPER_HALVES)),
    );
  return concat(columns(0), columns(2));
};

const rotated = (local: number, bits: number): Code =>
  xor(shiftRight(get(local), bits), shiftLeft(get(local), 32 - bits));
const rotations = (local: number, [a, b, c]: readonly [number, number, number]): Code =>
  xor(xor(rotated(local, a), rotated(local, b)), rotated(local, c));
const rotationsAndShift = (local: number, [a, b]: readonly [number, number], shift: number): Code =>
  xor(xor(rotated(local, a), rotated(local, b)), shiftRight(get(local), shift));

const scheduled = (round: number): number => SCHEDULE + (round % 16);

/** Extends the message schedule from its 17th word on: FIPS 180-4, 6.2.2, step 1. */
const extend = (round: number): Code =>
  set(
    scheduled(round),
    add(
      get(scheduled(round)),
      rotationsAndShift(scheduled(round + 1), [7, 18], 3),
      get(scheduled(round + 9)),
      rotationsAndShift(scheduled(round + 14), [17, 19], 10),
    ),
  );

/** Computes one round: FIPS 180-4, 6.2.2, step 3. Instead of moving the eight variables by one, it renames them. */
const compress = (round: number): Code => {
  const named = (letter: number): number => WORKING + ((letter + 64 - round) % 8);
  const [a, b, c, d, e, f, g, h] = [named(0), named(1), named(2), named(3), named(4), named(5), named(6), named(7)];
  const choice = xor(get(g), and(get(e), xor(get(f), get(g))));
  const majority = xor(and(get(a), get(b)), and(get(c), xor(get(a), get(b))));
  return concat(
    round < 16 ? [] : extend(round),
    set(
      h,
      add(get(h), rotations(e, [6, 11, 25]), choice, load(i32(0), MEMORY.rounds + round * 16), get(scheduled(round))),
    ),
    set(d, add(get(d), get(h))),
    set(h, add(get(h), rotations(a, [2, 13, 22]), majority)),
  );
};

const readWords = (quarter: number): Code => {
  const row = (lane: number): Code => load(get(POINTER), lane * 64 + quarter * 16);
  return transposed([row(0), row(1), row(2), row(3)], (column, value) => set(SCHEDULE + quarter * 4 + column, value));
};

const writeDigests = (half: number): Code => {
  const row = (word: number): Code => get(HASH + half * 4 + word);
  return transposed([row(0), row(1), row(2), row(3)], (lane, value) =>
    store(i32(0), MEMORY.digests + lane * 32 + half * 16, value),
  );
};

const body = (): Code => {
  const words = range(8);
  const block = concat(
    ...range(4).map(readWords),
    ...words.map((i) => set(WORKING + i, get(HASH + i))),
    ...range(64).map(compress),
    ...words.map((i) => set(HASH + i, add(get(HASH + i), get(WORKING + i)))),
    set(POINTER, addI32(get(POINTER), i32(256))),
    set(BLOCKS, addI32(get(BLOCKS), i32(-1))),
  );
  return concat(
    ...words.map((i) => set(HASH + i, load(i32(0), MEMORY.initial + i * 16))),
    repeatWhile(block, get(BLOCKS)),
    ...range(2).map(writeDigests),
  );
};

/**
 * Assembles a WebAssembly module that hashes four messages at once with SHA-256, one in each lane of 128-bit vectors:
 * several times as fast as four calls of a library made for long messages. It is written out here rather than kept as
 * a binary, so that it can be read and reviewed.
 *
 * It exports `memory` and `hash(pointer, blocks)`. At `pointer` are the first 64-byte blocks of the four messages,
 * then their second ones, and so on, padded as SHA-256 demands; the digests are written to `MEMORY.digests`.
 */
export const sha256Module = (): Uint8Array<ArrayBuffer> => {
  const locals = vector([concat(unsigned(VECTOR_LOCALS - HASH), [V128])]);
  return Uint8Array.from(
    concat(
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, vector([concat([0x60], vector([[I32], [I32]]), vector([]))])),
      section(3, vector([unsigned(0)])),
      section(5, vector([[0x00, 0x01]])),
      section(7, vector([concat(text('memory'), [0x02, 0x00]), concat(text('hash'), [0x00, 0x00])])),
      section(10, vector([sized(concat(locals, body(), [0x0b]))])),
    ),
  );
};
