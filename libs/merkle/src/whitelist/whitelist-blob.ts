import { DIGEST_LENGTH } from '../hashing/sha256.js';
import { nodeCount } from '../tree/merkle-proof.js';
import { orderLength } from '../tree/merkle-tree.js';
import { HASH_LENGTH } from './address-reader.js';
import { firstPlaceOf, indexCapacity, ROW_LENGTH } from './hash-index.js';
import { type LaneShape, laneShapeOf, leafCountOf } from './lane-shape.js';

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
 * @throws RangeError when what is stored is not a list
 */
export const findInStoredList = async (hash: Uint8Array, list: StoredList): Promise<StoredRow | undefined> => {
  if (hash.length !== HASH_LENGTH) return undefined;
  const { rowCount, seeds } = openHeader(await list.header());
  const capacity = indexCapacity(rowCount);
  const first = firstPlaceOf(hash, seeds, capacity);
  for (let looked = 0; looked < capacity; looked += ENTRIES_AT_ONCE) {
    const places = Array.from({ length: ENTRIES_AT_ONCE }, (_, i) => (first + looked + i) % capacity);
    const entries = (await list.entries(places)).map((entry) => littleEndian(entry).getUint32(0, true));
    if (entries.length !== places.length) throw new RangeError('The index of the list is incomplete');
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

/** "weirwl01": identifies the format and the version of its layout. */
const MAGIC = 0x7765_6972_776c_3031n;
const HEADER_LENGTH = 64;
const ROWS_AT = 8;
const LANES_AT = 12;
const SEEDS_AT = 16;

const toWords = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** Offsets and lengths of the parts of a tree's bytes, so that a store can read just a proof's nodes. */
export interface BlobLayout {
  readonly shape: LaneShape;
  readonly leafCount: number;
  readonly rows: { readonly at: number; readonly length: number };
  readonly table: { readonly at: number; readonly length: number };
  readonly order: { readonly at: number; readonly length: number };
  /** Node i, of 32 bytes, starts at `nodes.at + 32 * i`. */
  readonly nodes: { readonly at: number; readonly length: number };
  readonly length: number;
}

/**
 * Returns the layout of a tree's bytes: header, rows, index of hashes, order of the pairs, nodes.
 *
 * @throws RangeError when the rows do not fit the lanes
 */
export const blobLayout = (rowCount: number, lanes: number): BlobLayout => {
  const shape = laneShapeOf(rowCount, lanes);
  const leafCount = leafCountOf(shape);
  const rows = { at: HEADER_LENGTH, length: rowCount * ROW_LENGTH };
  const table = { at: rows.at + rows.length, length: indexCapacity(rowCount) * 4 };
  const order = { at: table.at + table.length, length: toWords(orderLength(leafCount)) };
  const nodes = { at: order.at + order.length, length: nodeCount(leafCount) * DIGEST_LENGTH };
  return { shape, leafCount, rows, table, order, nodes, length: nodes.at + nodes.length };
};

/** The parts of a tree's bytes, as views into them. */
export interface BlobParts {
  readonly layout: BlobLayout;
  readonly rowCount: number;
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly table: Uint32Array<ArrayBuffer>;
  readonly seeds: Uint32Array<ArrayBuffer>;
  readonly order: Uint8Array<ArrayBuffer>;
  readonly nodes: Uint8Array<ArrayBuffer>;
}

const partsOf = (blob: Uint8Array<ArrayBuffer>, rowCount: number, layout: BlobLayout): BlobParts => {
  const part = ({ at, length }: { at: number; length: number }) => blob.subarray(at, at + length);
  return {
    layout,
    rowCount,
    rows: part(layout.rows),
    table: new Uint32Array(blob.buffer, blob.byteOffset + layout.table.at, layout.table.length / 4),
    seeds: new Uint32Array(blob.buffer, blob.byteOffset + SEEDS_AT, HASH_LENGTH / 4),
    order: part(layout.order),
    nodes: part(layout.nodes),
  };
};

/**
 * Allocates the bytes of a tree, of which only the header is filled.
 *
 * @throws RangeError when the rows do not fit the lanes
 */
export const newBlob = (rowCount: number, lanes: number): BlobParts & { readonly blob: Uint8Array<ArrayBuffer> } => {
  const layout = blobLayout(rowCount, lanes);
  const blob = new Uint8Array(layout.length);
  const header = new DataView(blob.buffer);
  header.setBigUint64(0, MAGIC);
  header.setUint32(ROWS_AT, rowCount, true);
  header.setUint32(LANES_AT, lanes, true);
  return { blob, ...partsOf(blob, rowCount, layout) };
};

/**
 * Decodes the header of a tree's bytes.
 *
 * @throws RangeError when the bytes are not those of a tree
 */
export const openHeader = (
  bytes: Uint8Array,
): { readonly rowCount: number; readonly lanes: number; readonly seeds: Uint32Array } => {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER_LENGTH || header.getBigUint64(0) !== MAGIC)
    throw new RangeError('These are not the bytes of a tree');
  return {
    rowCount: header.getUint32(ROWS_AT, true),
    lanes: header.getUint32(LANES_AT, true),
    seeds: Uint32Array.from({ length: HASH_LENGTH / 4 }, (_, i) => header.getUint32(SEEDS_AT + 4 * i, true)),
  };
};

/**
 * Opens the stored bytes of a tree.
 *
 * @throws RangeError when they are not those of a tree, or incomplete
 */
export const openBlob = (blob: Uint8Array<ArrayBuffer>): BlobParts => {
  if (blob.byteOffset % 4 !== 0) throw new RangeError('The bytes of a tree start at a multiple of 4');
  const { rowCount, lanes } = openHeader(blob);
  const layout = blobLayout(rowCount, lanes);
  if (blob.length !== layout.length)
    throw new RangeError(`A tree of ${rowCount} rows has ${layout.length} bytes, not ${blob.length}`);
  return partsOf(blob, rowCount, layout);
};
