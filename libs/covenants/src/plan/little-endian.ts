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

/** Splits bytes into consecutive fields of fixed widths; undefined where the bytes do not have exactly their length. */
export const splitFields = <Name extends string>(
  bytes: Uint8Array,
  widths: Readonly<Record<Name, number>>,
): Readonly<Record<Name, Uint8Array>> | undefined => {
  const names = Object.keys(widths) as Name[];
  const fields: Partial<Record<Name, Uint8Array>> = {};
  let at = 0;
  for (const name of names) {
    fields[name] = bytes.slice(at, at + widths[name]);
    at += widths[name];
  }
  return at === bytes.length ? (fields as Record<Name, Uint8Array>) : undefined;
};
