import { readUnsigned } from '../bytes/read-bytes.js';

/**
 * Encodes a number in a fixed number of bytes, little-endian.
 *
 * @throws RangeError when it does not fit
 *
 * @example
 * littleEndian(258n, 3); // Uint8Array.of(2, 1, 0)
 */
export const littleEndian = (value: bigint, length: number): Uint8Array => {
  if (value < 0n || value >> BigInt(8 * length) !== 0n)
    throw new RangeError(`${value.toString()} is no number of ${length} bytes`);
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let i = 0; i < length; i += 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
};

/** Consecutive fields of fixed widths. */
export interface FixedFields<Name extends string> {
  /** Bytes of all together. */
  readonly length: number;
  /** The number a field holds, little-endian and unsigned. */
  number(bytes: Uint8Array, name: Name): bigint;
  bytes(bytes: Uint8Array, name: Name): Uint8Array;
}

/**
 * Creates a reader of consecutive fields of fixed widths.
 *
 * @param widths bytes of each, in order
 */
export const fixedFields = <Name extends string>(widths: Readonly<Record<Name, number>>): FixedFields<Name> => {
  const places = new Map<Name, { readonly from: number; readonly to: number }>();
  let length = 0;
  for (const name of Object.keys(widths) as Name[]) {
    places.set(name, { from: length, to: length + widths[name] });
    length += widths[name];
  }
  return {
    length,
    number(bytes, name) {
      const place = places.get(name);
      return readUnsigned(bytes, place?.from, place?.to);
    },
    bytes(bytes, name) {
      const place = places.get(name);
      return bytes.slice(place?.from, place?.to);
    },
  };
};
