import { HASH_WORDS } from './cash-address.js';

const FIRST_ROWS = 1_024;

/** Random, so that no crafted list can make its hashes collide in the table. */
const randomSeeds = (): Uint32Array => crypto.getRandomValues(new Uint32Array(HASH_WORDS)).map((seed) => seed | 1);

/** The recipients of a list with their lines: 32 bytes each, the table at most half full. */
export class KnownRecipients {
  #hashes = new Uint32Array(FIRST_ROWS * HASH_WORDS);
  #lines = new Uint32Array(FIRST_ROWS);
  /** Row numbers plus one; 0 for none. */
  #table = new Uint32Array(FIRST_ROWS * 2);
  readonly #seeds = randomSeeds();
  #count = 0;

  /** Adds a recipient. @returns the line that named them before, or undefined */
  add(hash: Uint32Array, line: number): number | undefined {
    const place = this.#placeOf(hash, 0);
    const known = this.#table[place] ?? 0;
    if (known !== 0) return this.#lines[known - 1];
    this.#hashes.set(hash, this.#count * HASH_WORDS);
    this.#lines[this.#count] = line;
    this.#count += 1;
    this.#table[place] = this.#count;
    if (this.#count === this.#lines.length) this.#grow();
    return undefined;
  }

  #grow(): void {
    const hashes = new Uint32Array(this.#hashes.length * 2);
    hashes.set(this.#hashes);
    const lines = new Uint32Array(this.#lines.length * 2);
    lines.set(this.#lines);
    this.#hashes = hashes;
    this.#lines = lines;
    this.#table = new Uint32Array(this.#table.length * 2);
    for (let row = 0; row < this.#count; row += 1) this.#table[this.#placeOf(hashes, row * HASH_WORDS)] = row + 1;
  }

  /** Finds a hash's place in the table, taken or free. */
  #placeOf(words: Uint32Array, from: number): number {
    const mask = this.#table.length - 1;
    let mixed = 0;
    for (let i = 0; i < HASH_WORDS; i += 1)
      mixed = Math.imul(mixed ^ (words[from + i] ?? 0) ^ (mixed >>> 15), this.#seeds[i] ?? 0);
    for (let place = (mixed ^ (mixed >>> 16)) & mask; ; place = (place + 1) & mask) {
      const known = this.#table[place] ?? 0;
      if (known === 0 || this.#isEqual(words, from, (known - 1) * HASH_WORDS)) return place;
    }
  }

  #isEqual(words: Uint32Array, from: number, at: number): boolean {
    for (let i = 0; i < HASH_WORDS; i += 1) if (words[from + i] !== this.#hashes[at + i]) return false;
    return true;
  }
}
