import fc from 'fast-check';
import {
  accruedAmount,
  amountOfFirst,
  duePeriods,
  findPlanProblem,
  fundedTotal,
  lastDue,
  MAX_TIME,
  MIN_TIME,
  type PaymentPlan,
} from './index.js';

const start = 1_700_000_000n;
const plan: PaymentPlan = { amountPerPeriod: 100n, lastAmount: 107n, periods: 12n, interval: 1_000n, firstDue: start };
const fresh = { paid: 0n, nextDue: start };

/** Any sound plan, with small and with large numbers. */
const plans = fc
  .tuple(
    fc.bigInt(1n, 1_000_000_000_000n),
    fc.bigInt(0n, 1_000n),
    fc.bigInt(1n, 1_000n),
    fc.bigInt(1n, 1_000_000n),
    fc.bigInt(MIN_TIME, 3_000_000_000n),
  )
  .map(([amountPerPeriod, extra, periods, interval, firstDue]): PaymentPlan => ({
    amountPerPeriod,
    lastAmount: amountPerPeriod + extra,
    periods,
    interval,
    firstDue,
  }));

describe('due periods', () => {
  it.each([
    ['a second before the first due date', start - 1n, 0n],
    ['at the first due date', start, 1n],
    ['a second before the second', start + 999n, 1n],
    ['at the second', start + 1_000n, 2n],
    ['at the last', start + 11_000n, 12n],
    ['three years later', start + 94_608_000n, 12n],
  ])('%s', (_, at, due) => {
    expect(duePeriods({ ...plan, ...fresh }, at)).toBe(due);
  });

  it('are never more than the unpaid ones, and none when all are paid', () => {
    expect(duePeriods({ ...plan, paid: 10n, nextDue: start }, MAX_TIME)).toBe(2n);
    expect(duePeriods({ ...plan, paid: 12n, nextDue: start }, MAX_TIME)).toBe(0n);
  });

  it('fall due one interval apart, no matter what was paid before', () => {
    fc.assert(
      fc.property(plans, fc.bigInt(0n, 999n), fc.bigInt(1n, 1_000n), (any, paid, count) => {
        fc.pre(paid + count <= any.periods);
        const terms = { ...any, paid, nextDue: any.firstDue + paid * any.interval };
        const time = terms.nextDue + (count - 1n) * any.interval;
        expect(duePeriods(terms, time)).toBe(count);
        expect(duePeriods(terms, time - 1n)).toBe(count - 1n);
      }),
    );
  });
});

describe('amounts', () => {
  it('give the last period its remainder', () => {
    expect(amountOfFirst(plan, 11n)).toBe(1_100n);
    expect(amountOfFirst(plan, 12n)).toBe(1_207n);
    expect(amountOfFirst(plan, 0n)).toBe(0n);
    expect(fundedTotal(plan)).toBe(1_207n);
    expect(amountOfFirst({ ...plan, periods: 1n }, 1n)).toBe(107n);
  });

  it('that have fallen due never shrink, and come to the whole by the last due date', () => {
    fc.assert(
      fc.property(plans, fc.bigInt(0n, 1_000_000_000n), fc.bigInt(0n, 1_000_000_000n), (any, after, later) => {
        expect(findPlanProblem(any)).toBeUndefined();
        const at = any.firstDue - any.interval + after;
        expect(accruedAmount(any, at) <= accruedAmount(any, at + later)).toBe(true);
        expect(accruedAmount(any, lastDue(any))).toBe(fundedTotal(any));
        expect(accruedAmount(any, lastDue(any) - 1n) < fundedTotal(any)).toBe(true);
      }),
    );
  });
});
