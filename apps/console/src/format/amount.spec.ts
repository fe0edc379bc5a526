import { amountText, exactText, plainText, plotOf, unitOf, type AssetOfRecord, type TokenWords } from './amount.js';

const CATEGORY = 'ab12cd34'.repeat(8);
const tokens = (token: Partial<TokenWords> | null): AssetOfRecord => ({
  token_type: 'FUNGIBLE_TOKEN',
  token_category: CATEGORY,
  token: token === null ? null : { symbol: null, name: null, decimals: null, verified: true, ...token },
});

describe('an amount', () => {
  it.each([
    [0n, 'BCH', '0.00'],
    [1n, 'BCH', '0.00000001'],
    [150_000_000n, 'BCH', '1.50'],
    [2_100_000_000_000_000n, 'BCH', '21,000,000.00'],
    [123_456_789n, 'BCH', '1.23456789'],
    [-50n, 'BCH', '-0.0000005'],
    [9_223_372_036_854_775_807n, 'FUNGIBLE_TOKEN', '9,223,372,036,854,775,807'],
    [123_450n, tokens({ decimals: 2 }), '1,234.5'],
    [123_400n, tokens({ decimals: 2 }), '1,234'],
    [5n, tokens({ decimals: 18 }), '0.000000000000000005'],
    [1_000n, tokens(null), '1,000'],
    [1_000n, tokens({ symbol: 'WEIR' }), '1,000'],
  ] as const)('of %s (%j) reads %s', (base, of, text) => expect(amountText(base, of)).toBe(text));

  it('has the token’s symbol as its unit, or its category', () => {
    expect(unitOf('BCH')).toBe('BCH');
    expect(unitOf(tokens({ symbol: 'WEIR' }))).toBe('WEIR');
    expect(unitOf(tokens(null))).toBe('ab12cd34…12cd34');
    expect(unitOf('FUNGIBLE_TOKEN')).toBe('tokens');
  });

  it('has its exact base units in words', () => {
    expect(exactText(150_000_000n, 'BCH')).toBe('150,000,000 satoshis');
    expect(exactText(1n, 'BCH')).toBe('1 satoshi');
    expect(exactText(1_000n, tokens({ decimals: 2 }))).toBe('1,000 base units');
  });

  it('is plotted in the unit in which it is shown', () => {
    expect(plotOf(150_000_000n, 'BCH')).toBe(1.5);
    expect(plotOf(7n, tokens(null))).toBe(7);
    expect(plotOf(7n, tokens({ decimals: 1 }))).toBe(0.7);
  });

  it.each([
    [150_000_000n, 8, '1.5'],
    [100n, 2, '1'],
    [7n, 0, '7'],
    [1n, 8, '0.00000001'],
  ])('of %s base units with %i decimals is %j to requests', (base, decimals, text) =>
    expect(plainText(base, decimals)).toBe(text),
  );
});
