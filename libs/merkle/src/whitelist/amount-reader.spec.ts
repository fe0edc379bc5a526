import fc from 'fast-check';
import { decimalAmounts } from './row-packer.js';

describe('amounts', () => {
  it.each([
    ['1', 100_000_000n],
    ['0', 0n],
    ['007', 700_000_000n],
    ['0.00000546', 546n],
    ['0.1', 10_000_000n],
    ['21000000.00000000', 2_100_000_000_000_000n],
    ['0.000000001', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['1,5', undefined],
    ['1 000', undefined],
    ['٣', undefined],
    ['NaN', undefined],
    ['1'.repeat(21), undefined],
  ])('of BCH: %j', (text, units) => {
    expect(decimalAmounts(8)(text)).toBe(units);
  });

  it.each([
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['1.0', undefined],
    ['1.', undefined],
  ])('of tokens: %j', (text, units) => {
    expect(decimalAmounts(0)(text)).toBe(units);
  });

  it('are exact', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2_100_000_000_000_000n), (satoshis) => {
        const text = `${satoshis / 100_000_000n}.${(satoshis % 100_000_000n).toString().padStart(8, '0')}`;
        expect(decimalAmounts(8)(text)).toBe(satoshis);
      }),
    );
  });
});
