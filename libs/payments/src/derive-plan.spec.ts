import fc from 'fast-check';
import {
  findPlanProblem,
  fundedTotal,
  lastDue,
  MAX_AMOUNT,
  MAX_LOCKTIME,
  MAX_TIME,
  MIN_TIME,
  paymentPlan,
  recurringPlan,
  type PaymentPlan,
  type RecurringTerms,
} from './index.js';

const start = 1_700_000_000n;
const DAY = 86_400n;

describe('the plan of a payment', () => {
  it('has twelve equal periods, the first due at the start', () => {
    expect(paymentPlan({ amountPerPeriod: 5_000n, interval: DAY, start })).toEqual({
      plan: { amountPerPeriod: 5_000n, lastAmount: 5_000n, periods: 12n, interval: DAY, firstDue: start },
    });
  });

  it('has fewer up to its end', () => {
    expect(paymentPlan({ amountPerPeriod: 5_000n, interval: DAY, start, end: start + 2n * DAY })).toMatchObject({
      plan: { periods: 3n },
    });
  });

  it.each([
    ['END_BEFORE_START', { end: start - 1n }],
    ['INTERVAL_OUT_OF_RANGE', { interval: 0n }],
    ['AMOUNT_OUT_OF_RANGE', { amountPerPeriod: 0n }],
    ['TOTAL_OUT_OF_RANGE', { amountPerPeriod: MAX_AMOUNT / 12n + 1n }],
    ['FIRST_DUE_OUT_OF_RANGE', { start: MIN_TIME - 1n }],
    ['FIRST_DUE_OUT_OF_RANGE', { start: MAX_LOCKTIME + 1n }],
    ['LAST_DUE_OUT_OF_RANGE', { start: MAX_LOCKTIME - 11n * DAY + 1n }],
  ])('%s', (problem, change) => {
    expect(paymentPlan({ amountPerPeriod: 5_000n, interval: DAY, start, ...change })).toEqual({ problem });
  });

  it('accepts the edges', () => {
    expect(
      paymentPlan({ amountPerPeriod: MAX_AMOUNT / 12n, interval: DAY, start: MAX_LOCKTIME - 11n * DAY }),
    ).toHaveProperty('plan');
    expect(paymentPlan({ amountPerPeriod: MAX_AMOUNT, interval: DAY, start: MIN_TIME, end: MIN_TIME })).toHaveProperty(
      'plan',
    );
  });
});

describe('a plan', () => {
  const plan: PaymentPlan = { amountPerPeriod: 5n, lastAmount: 6n, periods: 2n, interval: DAY, firstDue: start };
  it.each([
    [undefined, {}],
    ['AMOUNT_OUT_OF_RANGE', { lastAmount: 0n }],
    ['PERIODS_OUT_OF_RANGE', { periods: 0n }],
  ])('%s', (problem, change) => {
    expect(findPlanProblem({ ...plan, ...change })).toBe(problem);
  });
});

describe('the plan of a RECURRING stream', () => {
  const terms: RecurringTerms = { total: 1_000n, start, end: start + 90n * DAY };

  it('divides the duration by the interval asked for, the remainder paid last', () => {
    expect(recurringPlan({ ...terms, interval: 30n * DAY })).toEqual({
      plan: { amountPerPeriod: 333n, lastAmount: 334n, periods: 3n, interval: 30n * DAY, firstDue: start + 30n * DAY },
    });
  });

  it.each([
    ['a year', 365n * DAY, 12n, (365n * DAY) / 12n],
    ['90 days', 90n * DAY, 3n, 30n * DAY],
    ['59 days', 59n * DAY, 1n, 59n * DAY],
    ['60 days and a second', 60n * DAY + 1n, 2n, 30n * DAY],
    ['an hour', 3_600n, 1n, 3_600n],
    ['a second', 1n, 1n, 1n],
  ])('takes intervals of about 30 days for %s', (_, duration, periods, interval) => {
    expect(recurringPlan({ ...terms, end: start + duration })).toMatchObject({
      plan: { periods, interval, firstDue: start + interval },
    });
  });

  it.each([
    ['TOTAL_OUT_OF_RANGE', { total: 0n }],
    ['TOTAL_OUT_OF_RANGE', { total: MAX_AMOUNT + 1n }],
    ['START_OUT_OF_RANGE', { start: MIN_TIME - 1n }],
    ['END_OUT_OF_RANGE', { end: MAX_TIME + 1n }],
    ['END_NOT_AFTER_START', { end: start }],
    ['INTERVAL_OUT_OF_RANGE', { interval: 0n }],
    ['INTERVAL_OUT_OF_RANGE', { interval: -1n }],
    ['INTERVAL_OUT_OF_RANGE', { interval: 90n * DAY + 1n }],
    ['INTERVAL_NOT_DIVIDING_DURATION', { interval: 40n * DAY }],
    ['AMOUNT_OUT_OF_RANGE', { total: 2n, interval: 30n * DAY }],
  ])('%s', (problem, change) => {
    expect(recurringPlan({ ...terms, ...change })).toEqual({ problem });
  });

  it('pays the whole total by the end, in parts that differ by less than a unit a period', () => {
    const durations = fc.tuple(fc.bigInt(MIN_TIME, MAX_LOCKTIME - 1n), fc.bigInt(1n, MAX_LOCKTIME - MIN_TIME));
    fc.assert(
      fc.property(durations, fc.bigInt(10_000n, MAX_AMOUNT), ([from, span], total) => {
        const end = from + span > MAX_LOCKTIME ? MAX_LOCKTIME : from + span;
        const derived = recurringPlan({ total, start: from, end });
        if ('problem' in derived) throw new Error(derived.problem);
        const { plan } = derived;
        expect(fundedTotal(plan)).toBe(total);
        expect(plan.lastAmount - plan.amountPerPeriod < plan.periods).toBe(true);
        expect(end - lastDue(plan) >= 0n && end - lastDue(plan) < plan.periods).toBe(true);
        expect(plan.firstDue - plan.interval).toBe(from);
      }),
      { numRuns: 1_000 },
    );
  });
});
