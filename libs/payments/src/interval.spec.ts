import fc from 'fast-check';
import { FUNDED_PERIODS, fundedPeriods, INTERVAL_SECONDS } from './index.js';

const start = 1_700_000_000n;
const { DAILY } = INTERVAL_SECONDS;

describe('the intervals', () => {
  it('are whole days', () => {
    expect(INTERVAL_SECONDS).toEqual({
      DAILY: 86_400n,
      WEEKLY: 7n * 86_400n,
      BIWEEKLY: 14n * 86_400n,
      MONTHLY: 30n * 86_400n,
      YEARLY: 365n * 86_400n,
    });
  });
});

describe('funded periods', () => {
  it.each([
    ['no end', undefined, 12n],
    ['an end before the start', start - 1n, 0n],
    ['an end at the start', start, 1n],
    ['an end a second before the second due date', start + DAILY - 1n, 1n],
    ['an end at the second due date', start + DAILY, 2n],
    ['an end a second before the twelfth due date', start + 11n * DAILY - 1n, 11n],
    ['an end at the twelfth due date', start + 11n * DAILY, 12n],
    ['an end long after', start + 1_000n * DAILY, 12n],
  ])('with %s', (_, end, periods) => {
    expect(fundedPeriods(start, DAILY, end)).toBe(periods);
  });

  it('are exactly those whose due date is not after the end, 12 at most', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(INTERVAL_SECONDS)),
        fc.bigInt(0n, 500_000_000n),
        (interval, span) => {
          const periods = fundedPeriods(start, interval, start + span);
          expect(periods >= 1n && periods <= FUNDED_PERIODS).toBe(true);
          expect((periods - 1n) * interval <= span).toBe(true);
          expect(periods === FUNDED_PERIODS || periods * interval > span).toBe(true);
        },
      ),
    );
  });
});
