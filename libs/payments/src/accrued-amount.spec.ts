import { accruedAmount, accruedCurve, type PaymentPlan } from './index.js';

const start = 1_700_000_000n;
const plan: PaymentPlan = { amountPerPeriod: 33n, lastAmount: 34n, periods: 3n, interval: 10n, firstDue: start + 10n };

describe('what has fallen due', () => {
  it.each([
    [start, 0n],
    [start + 9n, 0n],
    [start + 10n, 33n],
    [start + 29n, 66n],
    [start + 30n, 100n],
    [start + 1_000n, 100n],
  ])('by %s', (at, accrued) => {
    expect(accruedAmount(plan, at)).toBe(accrued);
  });

  it('makes a curve from one interval before the first due date to the last', () => {
    expect(accruedCurve(plan, 4)).toEqual([
      { time: start, accrued: 0n },
      { time: start + 10n, accrued: 33n },
      { time: start + 20n, accrued: 66n },
      { time: start + 30n, accrued: 100n },
    ]);
  });

  it('gives each time once on a short plan', () => {
    const points = accruedCurve({ ...plan, interval: 1n, periods: 2n, firstDue: start + 1n }, 50);
    expect(points.map(({ time }) => time)).toEqual([start, start + 1n, start + 2n]);
  });

  it('refuses fewer than two points', () => {
    expect(() => accruedCurve(plan, 1)).toThrow(RangeError);
  });
});
