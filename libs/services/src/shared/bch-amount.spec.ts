import fc from 'fast-check';
import { MAX_SATOSHIS } from '@weir/covenants';
import { echoesBch, formatBch, parseBchAmount } from './bch-amount.js';
import { ServiceError } from './service-error.js';

const amounts = fc.bigInt(546n, MAX_SATOSHIS);

describe('amounts of BCH', () => {
  it('come back from their text and from their number, up to the whole supply', () => {
    fc.assert(
      fc.property(amounts, (satoshis) => {
        expect(parseBchAmount(formatBch(satoshis), 'a')).toBe(satoshis);
        expect(parseBchAmount(Number(formatBch(satoshis)), 'a')).toBe(satoshis);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [0.1 * 3, 30_000_000n],
    [1, 100_000_000n],
    ['21000000', MAX_SATOSHIS],
    ['0.00000546', 546n],
  ])('reads %p', (given, satoshis) => {
    expect(parseBchAmount(given, 'a')).toBe(satoshis);
  });

  it.each([
    0,
    -1,
    -0.5,
    NaN,
    Infinity,
    1e308,
    0.000000015,
    0.123456789,
    0.00000545,
    21_000_000.00000001,
    '0',
    '-1',
    '1e3',
    '0x10',
    ' 1',
    '1.',
    '.5',
    '0.123456789',
    '21000000.00000001',
    '',
    '99999999999',
  ])('refuses %p', (given) => {
    expect(() => parseBchAmount(given, 'totalAmount')).toThrow(ServiceError);
  });

  it('compares echoes as doubles or to the last digit', () => {
    expect(echoesBch(0.3, 30_000_000n)).toBe(true);
    expect(echoesBch(0.30000001, 30_000_000n)).toBe(false);
    expect(echoesBch('0.30', 30_000_000n)).toBe(true);
    expect(echoesBch('0.30000001', 30_000_000n)).toBe(false);
    expect(echoesBch('nonsense', 30_000_000n)).toBe(false);
  });
});
