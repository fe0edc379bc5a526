import { HASH_LENGTH } from './address-reader.js';

/** Length of a row, bytes: the recipient's public key hash, and the amount in 8 bytes, little-endian. */
export const ROW_LENGTH = 28;
const ROW_WORDS = ROW_LENGTH / 4;
const KEY_WORDS = HASH_LENGTH / 4;

/** Random numbers that spread the rows over the index, one for each word of a hash. */
export type Seeds = Uint32Array;

/**
 * Makes random seeds, so that nobody can write a list whose rows all fall on one place of the index (addresses need
 * no key, so it costs nothing to choose them).
 */
export const randomSeeds = (): Seeds =>
  Uint32Array.from({ length: KEY_WORDS }, () => Math.floor(Math.random() * 2 ** 32) | 1);

/** Returns the number of places of the index for a number of rows: at most half of them are taken. */
export const indexCapacity = (rows: number): number => {
  let capacity = 16;
  while (capacity < 2 * rows) capacity *= 2;
  return capacity;
};

/** Returns the place where the search for a key starts: multiplies, mixes, and takes the upper bits. */
const firstPlace = (keys: Uint32Array, from: number, seeds: Seeds, shift: number): number => {
  let mixed = 0;
  for (let i = 0; i < KEY_WORDS; i += 1) {
    const word = keys[from + i] ?? 0;
    mixed = Math.imul(mixed ^ word ^ (mixed >>> 15), seeds[i] ?? 0);
  }
  return mixed >>> shift;
};

const shiftOf = (capacity: number): number => 32 - Math.log2(capacity);

const keyOf = (hash: Uint8Array): Uint32Array => {
  const key = new Uint32Array(KEY_WORDS);
  new Uint8Array(key.buffer).set(hash);
  return key;
};

/**
 * Returns the place where the search for a hash of 20 bytes starts in an index of a capacity. From there it goes on
 * from place to place, wrapping round at the end.
 */
export const firstPlaceOf = (hash: Uint8Array, seeds: Seeds, capacity: number): number =>
  firstPlace(keyOf(hash), 0, seeds, shiftOf(capacity));

/**
 * Finds rows by public key hash: an open-addressed table of row numbers plus one, 0 for none, beside the rows
 * themselves.
 */
export class HashIndex {
  readonly #words: Uint32Array;
  readonly #shift: number;

  /**
   * @param rows rows of {@link ROW_LENGTH} bytes, aligned to 4
   * @param table of {@link indexCapacity} places, or a larger power of two
   */
  constructor(
    rows: Uint8Array<ArrayBuffer>,
    readonly table: Uint32Array,
    readonly seeds: Seeds,
  ) {
    this.#words = new Uint32Array(rows.buffer, rows.byteOffset, rows.length / 4);
    this.#shift = shiftOf(table.length);
  }

  /** Enters a row. If a row has the same hash already, returns that one instead. */
  enter(row: number): number | undefined {
    const place = this.#place(this.#words, row * ROW_WORDS);
    const known = this.table[place] ?? 0;
    if (known !== 0) return known - 1;
    this.table[place] = row + 1;
    return undefined;
  }

  /** Returns the row of a hash of 20 bytes; undefined when there is none. */
  find(hash: Uint8Array): number | undefined {
    if (hash.length !== HASH_LENGTH) return undefined;
    const known = this.table[this.#place(keyOf(hash), 0)] ?? 0;
    return known === 0 ? undefined : known - 1;
  }

  /** Returns the place of a key in the table, or the free place where it would go. */
  #place(keys: Uint32Array, from: number): number {
    let place = firstPlace(keys, from, this.seeds, this.#shift);
    for (;;) {
      const known = this.table[place] ?? 0;
      if (known === 0 || this.#equal(keys, from, (known - 1) * ROW_WORDS)) return place;
      place = (place + 1) & (this.table.length - 1);
    }
  }

  #equal(keys: Uint32Array, from: number, row: number): boolean {
    for (let i = 0; i < KEY_WORDS; i += 1) if (keys[from + i] !== this.#words[row + i]) return false;
    return true;
  }
}
