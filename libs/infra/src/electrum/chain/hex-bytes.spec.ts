import { binToHex, hexToBin } from '@bitauth/libauth';
import fc from 'fast-check';
import { bytesToHex, hexToBytes } from './answers.js';

it('reads and writes hex as libauth does, of a part of a larger buffer too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, from) => {
      const part = bytes.subarray(Math.min(from, bytes.length));
      expect(bytesToHex(part)).toBe(binToHex(part));
      expect(hexToBytes(binToHex(part))).toEqual(hexToBin(binToHex(part)));
      expect(hexToBytes(binToHex(part).toUpperCase())).toEqual(part.slice());
    }),
  );
});

it('gives bytes that slice as a Uint8Array does: a copy', () => {
  const bytes = hexToBytes('0102');
  bytes.slice()[0] = 9;
  expect(bytes[0]).toBe(1);
});
