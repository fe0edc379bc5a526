/** Script numbers: sign and magnitude, little-endian, any length. */

/** Returns the unsigned little-endian number of some bytes. */
export const unsignedOf = (bytes: Uint8Array): bigint => {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return value;
};

/** Returns an unsigned number in as many bytes as given, little-endian. */
export const unsignedBytes = (value: bigint, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let index = 0, rest = value; index < length; index += 1, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
  return bytes;
};

/** Returns the number that bytes encode, whether or not in the shortest way. */
export const decodeNumber = (bytes: Uint8Array): bigint => {
  if (bytes.length === 0) return 0n;
  const value = unsignedOf(bytes);
  const sign = 1n << BigInt(bytes.length * 8 - 1);
  return value >= sign ? -(value - sign) : value;
};

/** Returns a number in as many bytes as given, or undefined where it does not fit, or an item has not so many. */
export const padNumber = (value: bigint, length: number): Uint8Array | undefined => {
  const magnitude = value < 0n ? -value : value;
  if (length < 0 || length > 10_000) return undefined;
  if (length === 0) return value === 0n ? new Uint8Array() : undefined;
  const sign = 1n << BigInt(length * 8 - 1);
  return magnitude < sign ? unsignedBytes(value < 0n ? magnitude + sign : magnitude, length) : undefined;
};

/** Returns the shortest encoding of a number. */
export const encodeNumber = (value: bigint): Uint8Array => {
  for (let length = 0; ; length += 1) {
    const bytes = padNumber(value, length);
    if (bytes !== undefined) return bytes;
  }
};

/** Whether bytes are the shortest encoding of a number, as operands of arithmetic must be. */
export const isShortest = (bytes: Uint8Array): boolean =>
  encodeNumber(decodeNumber(bytes)).length === bytes.length && !isNegativeZero(bytes);

const isNegativeZero = (bytes: Uint8Array): boolean => bytes.length > 0 && decodeNumber(bytes) === 0n;

/** Whether bytes count as true: any bit set, but for the sign bit of the last byte. */
export const isTruthyBytes = (bytes: Uint8Array): boolean => decodeNumber(bytes) !== 0n;
