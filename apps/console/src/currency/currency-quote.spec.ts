import fc from 'fast-check';
import { MAX_PRICE } from '@weir/kinds';
import { countedPrice, depositFor, satoshisAt, usualBounds } from './currency-quote.js';

const price = fc.bigInt({ min: 1n, max: MAX_PRICE });
const amount = fc.bigInt({ min: 1n, max: 140_737_488_355_327n });
const USUAL = { lowest: 11_250n, highest: 180_000n };

describe('what the form of a payment in a currency computes', () => {
  it('is what the contract pays: satoshis rounded down at the price, and at the nearer bound beyond the bounds', () => {
    expect([1n, 11_250n, 45_000n, 180_000n, MAX_PRICE].map((at) => satoshisAt(150_000n, at, USUAL))).toEqual([
      1_333_333_333n,
      1_333_333_333n,
      333_333_333n,
      83_333_333n,
      83_333_333n,
    ]);
    fc.assert(
      fc.property(amount, price, (paid, at) => {
        const satoshis = satoshisAt(paid, at, { lowest: at, highest: at });
        const left = paid * 100_000_000n - satoshis * at;
        expect(left >= 0n && left < at).toBe(true);
      }),
    );
  });

  it('has a quarter of the price and four times as much as bounds where nobody types any', () => {
    expect(usualBounds(45_000n)).toEqual(USUAL);
    expect(usualBounds(3n)).toEqual({ lowest: 1n, highest: 12n });
    expect(usualBounds(MAX_PRICE)).toEqual({ lowest: MAX_PRICE / 4n, highest: MAX_PRICE });
  });

  it('counts a price beyond a bound as the bound', () => {
    const bounds = { lowest: 100n, highest: 400n };
    expect([99n, 100n, 250n, 400n, 401n].map((at) => countedPrice(at, bounds))).toEqual([100n, 100n, 250n, 400n, 400n]);
  });

  it('pays in 3 tenths more than the paydays come to', () => {
    expect(depositFor(12, 333_333_333n)).toBe(5_199_999_994n);
    expect(depositFor(1, 1_000n)).toBe(1_300n);
  });
});
