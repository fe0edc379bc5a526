import fc from 'fast-check';
import {
  amountOfFirst,
  amountOfNext,
  duePeriods,
  findPlanProblem,
  fundedTotal,
  initialProgress,
  MAX_TIME,
  MIN_TIME,
  nextDueAfter,
  payDue,
  resume,
  timeOfDue,
  type PaymentPlan,
  type PaymentProgress,
} from './index.js';

const start = 1_700_000_000n;
const plan: PaymentPlan = { amountPerPeriod: 100n, lastAmount: 107n, periods: 12n, interval: 1_000n, firstDue: start };
const fresh = initialProgress(plan);

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

/** Moments from before the first due date to after the last, as parts of a thousand and a bit more. */
const moments = fc.array(fc.bigInt(0n, 1_200n), { maxLength: 20 });
const timeAt = (of: PaymentPlan, thousandths: bigint): bigint =>
  of.firstDue - of.interval + (of.interval * of.periods * thousandths) / 1_000n;

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

  it('timeOfDue is the exact inverse', () => {
    expect(timeOfDue({ ...plan, ...fresh }, 13n)).toBeUndefined();
    expect(timeOfDue({ ...plan, paid: 12n, nextDue: start })).toBeUndefined();
    fc.assert(
      fc.property(plans, fc.bigInt(0n, 999n), fc.bigInt(1n, 1_000n), (any, paid, count) => {
        fc.pre(paid + count <= any.periods);
        const terms = { ...any, paid, nextDue: nextDueAfter({ ...any, nextDue: any.firstDue }, paid) };
        const time = timeOfDue(terms, count) ?? 0n;
        expect(duePeriods(terms, time)).toBe(count);
        expect(duePeriods(terms, time - 1n)).toBe(count - 1n);
      }),
    );
  });
});

describe('amounts', () => {
  it('give the last period its remainder', () => {
    expect(amountOfNext(plan, 0n, 11n)).toBe(1_100n);
    expect(amountOfNext(plan, 11n, 1n)).toBe(107n);
    expect(amountOfNext(plan, 9n, 3n)).toBe(307n);
    expect(amountOfNext(plan, 5n, 0n)).toBe(0n);
    expect(fundedTotal(plan)).toBe(1_207n);
    expect(amountOfFirst({ ...plan, periods: 1n }, 1n)).toBe(107n);
  });
});

describe('paying what is due', () => {
  it('pays every missed period at once and keeps the due dates', () => {
    expect(payDue(plan, fresh, start + 2_500n)).toEqual({
      periods: 3n,
      amount: 300n,
      progress: { paid: 3n, nextDue: start + 3_000n },
      completes: false,
    });
  });

  it('completes with the last period', () => {
    expect(payDue(plan, { paid: 11n, nextDue: start }, start)).toMatchObject({
      periods: 1n,
      amount: 107n,
      completes: true,
    });
    expect(payDue(plan, { paid: 12n, nextDue: start }, MAX_TIME)).toMatchObject({
      periods: 0n,
      amount: 0n,
      completes: false,
    });
  });

  it('however often, pays what paying once would, to the last unit', () => {
    fc.assert(
      fc.property(plans, moments, (any, thousandths) => {
        expect(findPlanProblem(any)).toBeUndefined();
        let progress: PaymentProgress = initialProgress(any);
        let total = 0n;
        const times = thousandths.map((each) => timeAt(any, each)).sort((a, b) => (a < b ? -1 : 1));
        for (const at of times) {
          const payment = payDue(any, progress, at);
          total += payment.amount;
          progress = payment.progress;
          const once = payDue(any, initialProgress(any), at);
          expect(total).toBe(once.amount);
          expect(progress).toEqual(once.progress);
          expect(payDue(any, progress, at).periods).toBe(0n);
        }
        expect(total + payDue(any, progress, MAX_TIME).amount).toBe(fundedTotal(any));
      }),
    );
  });
});

describe('a pause', () => {
  it('makes the next period due one interval after the resume', () => {
    expect(resume(plan, { paid: 4n, nextDue: start }, start + 50_000n)).toEqual({ paid: 4n, nextDue: start + 51_000n });
  });

  it('before the first due date brings nothing forward', () => {
    expect(resume(plan, fresh, start - 50_000n)).toEqual({ paid: 0n, nextDue: start });
    expect(resume(plan, fresh, start - 1n)).toEqual({ paid: 0n, nextDue: start + 999n });
  });

  it('adds no period and loses none that was due', () => {
    fc.assert(
      fc.property(
        plans,
        fc.bigInt(0n, 1_200n),
        fc.bigInt(0n, 100_000_000n),
        fc.bigInt(0n, 2_000n),
        (any, pauseAt, pause, later) => {
          const paused = payDue(any, initialProgress(any), timeAt(any, pauseAt));
          const resumedAt = timeAt(any, pauseAt) + pause;
          const resumed = resume(any, paused.progress, resumedAt);
          expect(duePeriods({ ...any, ...resumed }, resumedAt)).toBe(0n);
          const elapsed = (any.interval * later) / 1_000n;
          const after = payDue(any, resumed, resumedAt + elapsed);
          const unpaid = any.periods - paused.periods;
          expect(after.periods).toBe(elapsed / any.interval < unpaid ? elapsed / any.interval : unpaid);
          const rest = payDue(any, after.progress, 2n * MAX_TIME);
          expect(paused.amount + after.amount + rest.amount).toBe(fundedTotal(any));
        },
      ),
    );
  });
});
