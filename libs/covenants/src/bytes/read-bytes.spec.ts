import { binToBigIntUintLE, binToHex, hexToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { readHex, readUnsigned, writeHex } from './read-bytes.js';

describe('reading bytes', () => {
  it('reads and writes hexadecimal text as libauth does, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const hex = binToHex(bytes);
        expect(readHex(hex)).toEqual(hexToBin(hex));
        expect(readHex(hex.toUpperCase())).toEqual(bytes);
        expect(writeHex(bytes)).toBe(hex);
      }),
    );
  });

  it.each(['0', 'abc', 'zz', '0g', ' 0', '0x', 'ðŸ', '１１'])('reads nothing out of %j', (text) => {
    expect(readHex(text)).toBeUndefined();
  });

  it('reads numbers of any length, little-endian', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(10), fc.nat(10), (bytes, skip, cut) => {
        const [from, to] = [Math.min(skip, bytes.length), Math.max(Math.min(skip, bytes.length), bytes.length - cut)];
        const part = bytes.slice(from, to);
        expect(readUnsigned(bytes, from, to)).toBe(part.length === 0 ? 0n : binToBigIntUintLE(part));
      }),
    );
    expect(readUnsigned(new Uint8Array(8).fill(255))).toBe(2n ** 64n - 1n);
  });
});
