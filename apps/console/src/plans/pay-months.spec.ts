import { monthsOf } from './pay-months.js';

const at = (month: number, day: number, hour = 12): number => new Date(2026, month - 1, day, hour).getTime() / 1_000;
const entry = (time: number, amount: bigint, recipients = 1) => ({ at: time, amount_base: amount, recipients });

describe('months of a payroll', () => {
  it('hold each payday on its day, and say what was paid, what is due and what is to come', () => {
    const months = monthsOf({
      asOf: at(11, 28),
      paid: [entry(Date.UTC(2026, 9, 31) / 1_000, 5n, 2)],
      paydays: [
        entry(at(11, 27), 3n, 1),
        entry(at(11, 30), 7n, 2),
        entry(at(11, 30, 18), 1n, 1),
        entry(at(12, 30), 8n, 3),
      ],
    });
    expect(
      months.map(({ days }) => days.map(({ day, amount, recipients, state }) => [day, amount, recipients, state])),
    ).toEqual([
      [[31, 5n, 2, 'paid']],
      [
        [27, 3n, 1, 'due'],
        [30, 8n, 2, 'coming'],
      ],
      [[30, 8n, 3, 'coming']],
    ]);
    // November 2026 begins on a Sunday.
    expect(months[1]?.cells.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 1, 2]);
    expect(months[1]?.cells).toHaveLength(6 + 30);
  });

  it('are this month alone where there is no payday', () => {
    expect(monthsOf({ asOf: at(2, 10), paid: [], paydays: [] }).map(({ start, days }) => [start, days])).toEqual([
      [at(2, 1, 0), []],
    ]);
  });
});
