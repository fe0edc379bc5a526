import { formatAmount, formatBch, formatTime } from './show.js';

describe('what people read', () => {
  it('is exact', () => {
    expect([0n, 1n, 546n, 100_000_000n, 150_000_000n, 2_100_000_000_000_000n].map(formatBch)).toEqual([
      '0 BCH',
      '0.00000001 BCH',
      '0.00000546 BCH',
      '1 BCH',
      '1.5 BCH',
      '21000000 BCH',
    ]);
    expect(formatAmount(9_223_372_036_854_775_807n, 'ab')).toBe('9223372036854775807 units of token ab');
    expect(formatAmount(5n, null)).toBe('0.00000005 BCH');
    expect(formatTime(1_700_000_000n)).toBe('2023-11-14 22:13:20 UTC');
  });
});
