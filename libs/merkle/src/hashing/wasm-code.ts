/**
 * Bytes of WebAssembly code. This file has the few instructions that hashing needs; opcodes are those of the
 * WebAssembly core specification 2.0, chapter "Binary Format".
 */
export type Code = readonly number[];

/** Encodes a number as unsigned LEB128. */
export const unsigned = (value: number): Code =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];

/** Encodes a 32-bit integer as signed LEB128. */
const signed = (value: number): Code => {
  const rest = value >> 7;
  const done = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return done ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
};

export const concat = (...parts: readonly Code[]): Code => parts.flat();

/** Encodes a vector of the binary format: the number of items, then each. */
export const vector = (items: readonly Code[]): Code => concat(unsigned(items.length), ...items);
/** Encodes contents preceded by their length in bytes. */
export const sized = (contents: Code): Code => concat(unsigned(contents.length), contents);
export const section = (id: number, contents: Code): Code => concat([id], sized(contents));
export const text = (value: string): Code => sized([...new TextEncoder().encode(value)]);

export const I32 = 0x7f;
export const V128 = 0x7b;

export const get = (local: number): Code => concat([0x20], unsigned(local));
export const set = (local: number, value: Code): Code => concat(value, [0x21], unsigned(local));
export const i32 = (value: number): Code => concat([0x41], signed(value));
export const addI32 = (a: Code, b: Code): Code => concat(a, b, [0x6a]);
/** Repeats a body for as long as the condition at its end holds. */
export const repeatWhile = (body: Code, condition: Code): Code =>
  concat([0x03, 0x40], body, condition, [0x0d, 0x00, 0x0b]);

const simd = (operation: number): Code => concat([0xfd], unsigned(operation));
/** Encodes a memory operand. Addresses are multiples of 16, so the alignment hint is 2^4. */
const at = (offset: number): Code => concat([0x04], unsigned(offset));

export const load = (address: Code, offset: number): Code => concat(address, simd(0x00), at(offset));
export const store = (address: Code, offset: number, value: Code): Code =>
  concat(address, value, simd(0x0b), at(offset));
/** Picks 16 of the 32 bytes of two vectors. */
export const shuffle = (a: Code, b: Code, bytes: Code): Code => concat(a, b, simd(0x0d), bytes);
export const and = (a: Code, b: Code): Code => concat(a, b, simd(0x4e));
export const xor = (a: Code, b: Code): Code => concat(a, b, simd(0x51));
export const shiftLeft = (a: Code, bits: number): Code => concat(a, i32(bits), simd(0xab));
export const shiftRight = (a: Code, bits: number): Code => concat(a, i32(bits), simd(0xad));
export const add = (first: Code, ...rest: readonly Code[]): Code =>
  concat(first, ...rest.map((each) => concat(each, simd(0xae))));
