import fc from 'fast-check';
import { MAX_AMOUNT, MAX_TIME, MIN_TIME } from '@weir/payments';
import type { Mode } from './mode.js';
import type { Terms } from './terms.js';

/** 21,000,000 BCH, but for what a state holds beside the principal. */
const MAX_SATOSHIS = 2_100_000_000_000_000n - 1_000_000n;
const DUST = 546n;

const counts = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt(1n, 12n) },
  { weight: 2, arbitrary: fc.bigInt(13n, 60n) },
  { weight: 1, arbitrary: fc.bigInt(1_000n, 100_000n) },
);
const intervals = fc.oneof(fc.constantFrom(86_400n, 604_800n, 1_209_600n, 2_592_000n), fc.bigInt(1n, 4_000n));

/** Any sound terms, amounts from the least to all that exists. */
export const termsOf = ({ paysTokens }: Mode): fc.Arbitrary<Terms> =>
  fc
    .record({
      periods: counts,
      interval: intervals,
      from: fc.bigInt(MIN_TIME, MAX_TIME),
      share: fc.bigInt(0n, 1_000n),
      lastShare: fc.bigInt(0n, 1_000n),
      notice: fc.integer({ min: 6, max: 60 }),
      cancelable: fc.constantFrom(true, true, true, false),
      pausable: fc.constantFrom(true, true, true, false),
    })
    .map(({ periods, interval: wanted, from, share, lastShare, notice, cancelable, pausable }) => {
      const longest = (MAX_TIME - MIN_TIME) / (periods + 70n);
      const interval = wanted > longest ? longest : wanted;
      const least = paysTokens ? 1n : DUST;
      const most = (paysTokens ? MAX_AMOUNT : MAX_SATOSHIS) / (2n * periods);
      const amount = (part: bigint) => least + ((most - least) * part * part * part) / 1_000_000_000n;
      // Room for pauses before the last locktime there is.
      const latestFirst = MAX_TIME - (periods + 60n) * interval;
      const firstDue = from + interval > latestFirst ? latestFirst : from + interval;
      return {
        amountPerPeriod: amount(share),
        lastAmount: amount(lastShare),
        periods,
        interval,
        firstDue,
        notice: cancelable || pausable ? notice : 0,
        cancelable,
        pausable,
        label: 'any',
      };
    });
