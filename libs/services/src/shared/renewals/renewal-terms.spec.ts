import fc from 'fast-check';
import { INTERVAL_SECONDS, lastDue, paymentPlan } from '@weir/payments';
import { endOfPeriods, periodTerms } from './renewal-terms.js';

const INTERVALS = Object.values(INTERVAL_SECONDS).map(Number);

/** A payment under way: what is paid of it, how far pauses moved the rest, and how many the last payment paid. */
const calendar = fc
  .record({
    start: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
    intervalSeconds: fc.constantFrom(...INTERVALS),
    periods: fc.integer({ min: 1, max: 12 }),
    paid: fc.integer({ min: 0, max: 12 }),
    pauses: fc.array(fc.integer({ min: 1, max: 90 * 86_400 }), { maxLength: 3 }),
    lastPaid: fc.integer({ min: 1, max: 12 }),
    renewals: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ paid, periods, lastPaid, ...rest }) => {
    const made = Math.min(paid, periods);
    return { ...rest, periods, paid: made, lastPaid: Math.min(lastPaid, Math.max(1, made)) };
  });

/** The dates on which the periods of terms fall due, as a creation plans them. */
const datesOf = (start: number, periods: number, interval: number): number[] => {
  const { end } = periodTerms(start, periods, interval);
  const derived = paymentPlan({
    amountPerPeriod: 1_000n,
    interval: BigInt(interval),
    start: BigInt(start),
    end: end === undefined ? undefined : BigInt(end),
  });
  if (!('plan' in derived)) throw new Error(derived.problem);
  expect(lastDue(derived.plan)).toBe(BigInt(start + (periods - 1) * interval));
  return Array.from({ length: Number(derived.plan.periods) }, (_, at) => start + at * interval);
};

it('renewals of 1,000 random calendars lose no period and pay none twice', () => {
  fc.assert(
    fc.property(calendar, ({ start, intervalSeconds, periods, paid, pauses, lastPaid, renewals }) => {
      const shift = pauses.reduce((sum, pause) => sum + pause, 0);
      // Pauses move what is not paid yet.
      const nextDue = start + shift + paid * intervalSeconds;
      const isOver = paid === periods;
      const progress = { paid, nextDue: isOver ? nextDue - lastPaid * intervalSeconds : nextDue };
      const recurring = { firstDue: start, periods, amountPerPeriod: 1_000n, pausable: true };
      const status = isOver ? 'COMPLETED' : 'ACTIVE';
      const end = endOfPeriods({ status, recurring, progress, intervalSeconds }, lastPaid);
      if (typeof end !== 'number') throw new Error(end.reason);
      let dates = Array.from({ length: periods - paid }, (_, at) => nextDue + at * intervalSeconds);
      let from = end;
      for (const count of renewals) {
        const own = datesOf(from, count, intervalSeconds);
        expect(own).toHaveLength(count);
        dates = [...dates, ...own];
        const next = endOfPeriods(
          {
            status: 'ACTIVE',
            recurring: { ...recurring, firstDue: from, periods: count },
            progress: { paid: 0, nextDue: from },
            intervalSeconds,
          },
          0,
        );
        if (typeof next !== 'number') throw new Error(next.reason);
        from = next;
      }
      // What is paid came before; from there each date follows the one before it by an interval.
      const last = nextDue - intervalSeconds;
      expect(dates).toEqual(dates.map((_, at) => last + (at + 1) * intervalSeconds));
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ['PENDING', 'NOT_FUNDED'],
  ['PAUSED', 'PAUSED'],
  ['CANCELLED', 'CANCELLED'],
] as const)('what is %s is not renewed', (status, code) => {
  expect(endOfPeriods({ status, recurring: null, progress: null, intervalSeconds: null }, 0)).toMatchObject({ code });
});
