import { type CommittedSum, type Held, withPurses } from './committed.js';

const CATEGORY = 'a1'.repeat(32);

const sumOf = (category: string | null, base: bigint): CommittedSum => ({
  token_type: category === null ? 'BCH' : 'FUNGIBLE_TOKEN',
  token_category: category,
  token: null,
  locked_amount_base: base,
});
const purseOf = (category: string | null, base: bigint): Held => ({
  tokenType: category === null ? 'BCH' : 'FUNGIBLE_TOKEN',
  tokenCategory: category,
  token: null,
  balanceBase: base,
});

describe('withPurses', () => {
  it('adds what purses hold to the sum of the same asset', () =>
    expect(withPurses([sumOf(null, 100n), sumOf(CATEGORY, 7n)], [purseOf(null, 20n), purseOf(null, 3n)])).toEqual([
      sumOf(null, 123n),
      sumOf(CATEGORY, 7n),
    ]));

  it('adds an asset that only purses hold', () =>
    expect(withPurses([], [purseOf(CATEGORY, 5n), purseOf(CATEGORY, 6n)])).toEqual([sumOf(CATEGORY, 11n)]));

  it('leaves out purses that are empty', () => expect(withPurses([], [purseOf(null, 0n)])).toEqual([]));
});
