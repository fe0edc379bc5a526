import fc from 'fast-check';
import { prices, soundTerms } from '../../test/arbitrary-terms.js';
import {
  defaultOpening,
  defaultPriceBounds,
  exactSatoshisAt,
  findCurrencyProblem,
  MAX_CURRENCY_AMOUNT,
  MAX_CURRENCY_PERIODS,
  MAX_PRICE,
  MIN_PAYMENT,
  satoshiRange,
  satoshisAt,
} from '../index.js';

const terms = { amount: 150_000n, lowest: 11_000n, highest: 180_000n };

describe('satoshisAt', () => {
  it.each([
    ['a price within the bounds', 45_000n, 333_333_333n],
    ['the lowest price', 11_000n, 1_363_636_363n],
    ['a price below it', 10_999n, 1_363_636_363n],
    ['a price of one unit', 1n, 1_363_636_363n],
    ['the highest price', 180_000n, 83_333_333n],
    ['a price above it', MAX_PRICE, 83_333_333n],
  ])('rounds the amount down at %s', (_, price, satoshis) => {
    expect(satoshisAt(terms, price)).toBe(satoshis);
  });

  it.each([0n, -1n, -MAX_PRICE])('refuses the price %s', (price) => {
    expect(() => satoshisAt(terms, price)).toThrow(RangeError);
  });

  it('is exact: the satoshis and their remainder are the amount, and less than a satoshi is lost', () => {
    fc.assert(
      fc.property(soundTerms, prices, (any, price) => {
        const { satoshis, remainder, price: counted } = exactSatoshisAt(any, price);
        expect(satoshis * counted + remainder).toBe(any.amount * 100_000_000n);
        expect(remainder >= 0n && remainder < counted).toBe(true);
        expect(counted >= any.lowest && counted <= any.highest).toBe(true);
        if (price >= any.lowest && price <= any.highest) expect(counted).toBe(price);
      }),
    );
  });

  it('never pays less at a lower price, and stays in the announced range at any price', () => {
    fc.assert(
      fc.property(soundTerms, prices, prices, (any, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(satoshisAt(any, low) >= satoshisAt(any, high)).toBe(true);
        const { least, most } = satoshiRange(any);
        expect(satoshisAt(any, one) >= least && satoshisAt(any, one) <= most).toBe(true);
        expect(least >= MIN_PAYMENT).toBe(true);
      }),
    );
  });
});

describe('findCurrencyProblem', () => {
  it.each([
    ['AMOUNT_OUT_OF_RANGE', { amount: 0n }, 1n],
    ['AMOUNT_OUT_OF_RANGE', { amount: MAX_CURRENCY_AMOUNT + 1n }, 1n],
    ['PERIODS_OUT_OF_RANGE', {}, 0n],
    ['PERIODS_OUT_OF_RANGE', {}, MAX_CURRENCY_PERIODS + 1n],
    ['BOUNDS_OUT_OF_RANGE', { lowest: 0n }, 1n],
    ['BOUNDS_OUT_OF_RANGE', { lowest: 180_001n }, 1n],
    ['BOUNDS_OUT_OF_RANGE', { highest: MAX_PRICE + 1n }, 1n],
    ['LEAST_PAYMENT_TOO_SMALL', { amount: 1n, highest: 173_612n }, 1n],
    ['MOST_PAYMENT_TOO_LARGE', { lowest: 1n, amount: 21_000_001n }, 1n],
    ['MOST_PAYMENT_TOO_LARGE', { lowest: 1n, amount: 360_288n }, 1_000n],
  ])('returns %s for %j over %s periods', (problem, some, periods) => {
    expect(findCurrencyProblem({ ...terms, ...some }, periods)).toBe(problem);
  });

  it.each([
    ['the usual terms without an end', {}, MAX_CURRENCY_PERIODS],
    ['the smallest payment of all', { amount: 1n, highest: 173_611n }, 1n],
    ['the largest payment of all', { lowest: 1n, amount: 21_000_000n }, 1n],
    ['the largest debt of all', { lowest: 1n, amount: 360_287n }, 1_000n],
    ['one price that counts', { lowest: 45_000n, highest: 45_000n }, 12n],
  ])('accepts %s', (_, some, periods) => {
    expect(findCurrencyProblem({ ...terms, ...some }, periods)).toBeUndefined();
  });
});

describe('defaultPriceBounds', () => {
  it('goes from a quarter of the price to four times the price', () => {
    expect(defaultPriceBounds(45_000n)).toEqual({ lowest: 11_250n, highest: 180_000n });
  });

  it.each([1n, 3n, MAX_PRICE / 4n + 1n, MAX_PRICE])('gives bounds that scripts can hold at %s', (price) => {
    const bounds = defaultPriceBounds(price);
    expect(bounds.lowest >= 1n && bounds.lowest <= price && price <= bounds.highest).toBe(true);
    expect(bounds.highest <= MAX_PRICE).toBe(true);
  });
});

describe('defaultOpening', () => {
  it('pays in 3 tenths more than the periods come to, rounded down', () => {
    expect(defaultOpening(12, 333_333_333n)).toBe(5_199_999_994n);
    expect(defaultOpening(1, 1_000n)).toBe(1_300n);
  });
});
