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
    throw new RangeError(`${value.toString()} is not a number of ${length} bytes`);
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let i = 0; i < length; i += 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
};
