import fc from 'fast-check';
import { type CurrencyTerms, findCurrencyProblem, MAX_PRICE } from '../src/index.js';

/** Any price that an oracle can sign and a script accepts, small ones as often as large ones. */
export const prices = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 1_000_000n), fc.bigInt(1n, MAX_PRICE));

/** Any terms that are sound for 12 periods. */
export const soundTerms: fc.Arbitrary<CurrencyTerms> = fc
  .record({ amount: fc.bigInt(1n, 1_000_000_000n), one: prices, other: prices })
  .map(({ amount, one, other }) => ({ amount, lowest: one < other ? one : other, highest: one < other ? other : one }))
  .filter((terms) => findCurrencyProblem(terms, 12n) === undefined);
