import { amountText, exactText } from './amount.js';

describe('an amount', () => {
  it.each([
    [0n, 'BCH', '0.00'],
    [1n, 'BCH', '0.00000001'],
    [150_000_000n, 'BCH', '1.50'],
    [2_100_000_000_000_000n, 'BCH', '21,000,000.00'],
    [123_456_789n, 'BCH', '1.23456789'],
    [-50n, 'BCH', '-0.0000005'],
    [9_223_372_036_854_775_807n, 'FUNGIBLE_TOKEN', '9,223,372,036,854,775,807'],
  ] as const)('of %s (%s) reads %s', (base, tokenType, text) => expect(amountText(base, tokenType)).toBe(text));

  it('says what is exact behind it', () => {
    expect(exactText(150_000_000n, 'BCH')).toBe('150,000,000 satoshis');
    expect(exactText(1_000n, 'FUNGIBLE_TOKEN')).toBe('1,000 base units');
  });
});
