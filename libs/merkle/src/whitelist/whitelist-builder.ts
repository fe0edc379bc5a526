import { ListError, ProblemList } from '../lists/list-error.js';
import { IN_BASE_UNITS } from '../lists/list-problem.js';
import { HASH_LENGTH } from './address-reader.js';
import { HashIndex, indexCapacity, randomSeeds, ROW_LENGTH } from './hash-index.js';
import { PACKED_ROW_LENGTH } from './row-packer.js';

/** Validated recipients, in the order of the list. */
export interface Whitelist {
  readonly count: number;
  /** {@link ROW_LENGTH} bytes each: public key hash (20), amount (8, little-endian). A leaf is the hash of these. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** Sum of the amounts, base units. */
  readonly total: bigint;
  readonly index: HashIndex;
}

const FIRST_ROWS = 1_024;
const UPPER_HALF = 4;

/** Assembles packed rows into a list, and finds those whose address is in it already. */
export class WhitelistBuilder {
  /** The duplicates among the rows so far. */
  readonly problems = new ProblemList();
  readonly #seeds = randomSeeds();
  #count = 0;
  /** Sum of the amounts in halves of 32 bits each: over a million rows, both stay below 2^53. */
  readonly #sum = { low: 0, high: 0 };
  #rows = new Uint8Array(FIRST_ROWS * ROW_LENGTH);
  #lines = new Uint32Array(FIRST_ROWS);
  #view = new DataView(this.#rows.buffer);
  #index = new HashIndex(this.#rows, new Uint32Array(indexCapacity(FIRST_ROWS)), this.#seeds);

  /**
   * Adds whole rows, of {@link PACKED_ROW_LENGTH} bytes each, as {@link RowPacker} makes them.
   *
   * @throws RangeError for bytes that are not a whole rows
   */
  add(packed: Uint8Array): void {
    if (packed.length % PACKED_ROW_LENGTH !== 0)
      throw new RangeError(`${packed.length} bytes are not a multiple of the row length, ${PACKED_ROW_LENGTH}`);
    const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
    for (let from = 0; from < packed.length; from += PACKED_ROW_LENGTH) this.#addRow(view, from);
  }

  /**
   * Returns the list of everything added.
   *
   * @throws ListError DUPLICATE_ADDRESS for all duplicates; EMPTY when nothing was added
   */
  finish(): Whitelist {
    this.problems.assertNone(IN_BASE_UNITS);
    if (this.#count === 0) throw new ListError([{ code: 'EMPTY', line: 0 }], IN_BASE_UNITS);
    return {
      count: this.#count,
      rows: this.#rows.subarray(0, this.#count * ROW_LENGTH),
      total: (BigInt(this.#sum.high) << 32n) + BigInt(this.#sum.low),
      index: this.#index,
    };
  }

  #addRow(packed: DataView, from: number): void {
    if (this.#count === this.#lines.length) this.#grow();
    const at = this.#count * ROW_LENGTH;
    for (let word = 0; word < ROW_LENGTH; word += 4)
      this.#view.setUint32(at + word, packed.getUint32(from + word, true), true);
    const line = packed.getUint32(from + ROW_LENGTH, true);
    const first = this.#index.enter(this.#count);
    if (first !== undefined) {
      this.problems.add({ code: 'DUPLICATE_ADDRESS', line, firstLine: this.#lines[first] ?? 0 });
      return;
    }
    this.#lines[this.#count] = line;
    this.#sum.low += packed.getUint32(from + HASH_LENGTH, true);
    this.#sum.high += packed.getUint32(from + HASH_LENGTH + UPPER_HALF, true);
    this.#count += 1;
  }

  #grow(): void {
    const capacity = this.#lines.length * 2;
    const [rows, lines] = [this.#rows, this.#lines];
    this.#rows = new Uint8Array(capacity * ROW_LENGTH);
    this.#rows.set(rows);
    this.#lines = new Uint32Array(capacity);
    this.#lines.set(lines);
    this.#view = new DataView(this.#rows.buffer);
    this.#index = new HashIndex(this.#rows, new Uint32Array(indexCapacity(capacity)), this.#seeds);
    for (let row = 0; row < this.#count; row += 1) this.#index.enter(row);
  }
}
