import { plainLine } from './plain-line.js';

/** Everything at which a reader of Python or a browser ends a line, and what reorders one. */
const HOSTILE = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, index) => 0x7f + index),
  ...[0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xfff9, 0xd800, 0xdbff, 0xdc00, 0xdfff],
];

describe('plainLine', () => {
  it('leaves no character that ends or reorders a line', () => {
    for (const code of HOSTILE) {
      const character = String.fromCharCode(code);
      const line = plainLine(`a${character}b`);
      expect([code, line === 'a b' || line === 'ab']).toEqual([code, true]);
    }
  });

  it('leaves the text of any language as it is', () => {
    for (const text of ['Miete für Mai', 'राशि', 'راتب', '給与 5月', '🎉 100 %', ''])
      expect(plainLine(text)).toBe(text);
  });
});
