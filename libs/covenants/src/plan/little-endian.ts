/** A number of so many bytes, little-endian. @throws RangeError when it does not fit */
export const littleEndian = (value: bigint, length: number): Uint8Array => {
  if (value < 0n || value >> BigInt(8 * length) !== 0n)
    throw new RangeError(`${value.toString()} is no number of ${length} bytes`);
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let i = 0; i < length; i += 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
};

/** The fields of fixed-width bytes, one after the other; undefined where the bytes are not exactly as long. */
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
