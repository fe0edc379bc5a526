import { nextPayday, periodsOf } from './payment-periods.js';

const DAY = 86_400;
const payment = {
  ...({ status: 'ACTIVE', payment_count: 1, periods_funded: 4, periods_due: 1 } as const),
  next_payment_date: 1_000_000,
  interval_seconds: DAY,
  calendar: null,
};

describe('the periods of a payment', () => {
  it('are paid, due or coming, with their dates', () =>
    expect(periodsOf(payment)).toEqual([
      { number: 1, at: undefined, state: 'paid' },
      { number: 2, at: 1_000_000, state: 'due' },
      { number: 3, at: 1_000_000 + DAY, state: 'coming' },
      { number: 4, at: 1_000_000 + 2 * DAY, state: 'coming' },
    ]));

  it('have a next one to come, unless it is paused or none is left', () => {
    expect(nextPayday(payment)).toBe(1_000_000 + DAY);
    expect(nextPayday({ ...payment, status: 'PAUSED', periods_due: 0, next_payment_date: null })).toBeUndefined();
    expect(nextPayday({ ...payment, payment_count: 3 })).toBeUndefined();
  });

  it('have the dates of the calendar, whose months differ', () => {
    const paydays = [1_000_000, 1_000_000 + 31 * DAY, 1_000_000 + 59 * DAY];
    const dated = { ...payment, interval_seconds: null, calendar: { paydays } };
    expect(periodsOf(dated).map(({ at }) => at)).toEqual([undefined, ...paydays]);
    expect(nextPayday(dated)).toBe(paydays[1]);
  });

  it('have no date while it is paused', () =>
    expect(periodsOf({ ...payment, status: 'PAUSED', periods_due: 0, next_payment_date: null }).slice(1)).toEqual(
      [2, 3, 4].map((number) => ({ number, at: undefined, state: 'paused' })),
    ));

  it('are returned where it was cancelled', () =>
    expect(
      periodsOf({ ...payment, status: 'CANCELLED', periods_due: 0, next_payment_date: null }).map(({ state }) => state),
    ).toEqual(['paid', 'returned', 'returned', 'returned']));
});
