import { HASH_LENGTH } from './address-reader.js';
import { firstPlaceOf, indexCapacity, ROW_LENGTH } from './hash-index.js';
import { openHeader } from './whitelist-blob.js';

/** Access to parts of a list's tree in the store that keeps its bytes (see {@link blobLayout}). */
export interface StoredList {
  /** Reads what precedes the rows. */
  header(): Promise<Uint8Array>;
  /** Reads entries of the index of hashes, 4 bytes each, in the order asked for. */
  entries(places: readonly number[]): Promise<readonly Uint8Array[]>;
  /** Reads rows of {@link ROW_LENGTH} bytes, in the order asked for. */
  rows(rows: readonly number[]): Promise<readonly Uint8Array[]>;
}

/** A row of a list, by its number. */
export interface StoredRow {
  readonly row: number;
  /** Base units. */
  readonly amount: bigint;
}

/** Entries read at once. At most half of the places are taken, so that the first few mostly end the search. */
const ENTRIES_AT_ONCE = 8;

const littleEndian = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const isOf = (row: Uint8Array, hash: Uint8Array): boolean => hash.every((byte, i) => row[i] === byte);

/**
 * Finds the row of a public key hash in a stored list: reads only a few entries and rows, however long the list is.
 *
 * @param hash 20 bytes
 * @returns undefined when it is not on the list
 * @throws RangeError when what is stored is no list
 */
export const findInStoredList = async (hash: Uint8Array, list: StoredList): Promise<StoredRow | undefined> => {
  if (hash.length !== HASH_LENGTH) return undefined;
  const { rowCount, seeds } = openHeader(await list.header());
  const capacity = indexCapacity(rowCount);
  const first = firstPlaceOf(hash, seeds, capacity);
  for (let looked = 0; looked < capacity; looked += ENTRIES_AT_ONCE) {
    const places = Array.from({ length: ENTRIES_AT_ONCE }, (_, i) => (first + looked + i) % capacity);
    const entries = (await list.entries(places)).map((entry) => littleEndian(entry).getUint32(0, true));
    if (entries.length !== places.length) throw new RangeError('The index of the list is not whole');
    const end = entries.indexOf(0);
    const numbers = (end === -1 ? entries : entries.slice(0, end)).map((entry) => entry - 1);
    const rows = await list.rows(numbers);
    const found = rows.findIndex((row) => row.length === ROW_LENGTH && isOf(row, hash));
    const [row, bytes] = [numbers[found], rows[found]];
    if (row !== undefined && bytes !== undefined)
      return { row, amount: littleEndian(bytes).getBigUint64(HASH_LENGTH, true) };
    if (end !== -1) return undefined;
  }
  return undefined;
};
