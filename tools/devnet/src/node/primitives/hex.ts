/** Encodes bytes as hex: what libauth's `binToHex` returns, at the speed of Node.js. */
export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Decodes hex that is known to be valid. */
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
