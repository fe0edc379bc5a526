/**
 * Decodes hex that was checked to be such. For a transaction of 100 kB this is a hundred times faster than a list of
 * pairs, and a plan's cancel needs it hundreds of times.
 */
export const hexToBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Encodes bytes as lower-case hex. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
