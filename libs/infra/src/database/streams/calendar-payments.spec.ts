import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { newPayment } from '../../../test/streams.js';
import { createStreamsRepository } from './streams.repository.js';

const CALENDAR = { months: 1, day: 31, secondDay: null, time: 32_400, utcOffset: 3_600 };

describe('payments by the calendar', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);
  const payment = { recipientName: null, interval: 'CALENDAR', endDate: null } as const;
  const dated = (calendar: object = {}, overrides: object = {}) =>
    newPayment({ intervalSeconds: null, payment, calendar: { ...CALENDAR, ...calendar }, ...overrides });

  it('keep their paydays', async () => {
    const { id } = await streams.insert(dated({ day: 15, secondDay: 31 }));
    const found = await streams.findById(id);
    expect(found?.calendar).toEqual({ ...CALENDAR, day: 15, secondDay: 31 });
    expect(found?.payment?.interval).toBe('CALENDAR');
    const { rows } = await streams.list({ product: 'payment', limit: 9 });
    expect(rows.find((row) => row.id === id)?.calendar).toEqual(found?.calendar);
    expect((await streams.insert(newPayment())).calendar).toBeNull();
  });

  it.each<[string, object, object]>([
    ['an interval beside them', {}, { intervalSeconds: 86_400 }],
    ['the word of an interval', {}, { payment: { ...payment, interval: 'DAILY' } }],
    ['no paydays', {}, { calendar: null }],
    ['five months', { months: 5 }, {}],
    ['day 32', { day: 32 }, {}],
    ['a second day before the first', { day: 20, secondDay: 5 }, {}],
    ['a second day of every third month', { months: 3, day: 5, secondDay: 20 }, {}],
    ['a time after midnight', { time: 86_400 }, {}],
  ])('are refused with %s', async (_, calendar, overrides) => {
    await expect(streams.insert(dated(calendar, overrides))).rejects.toThrow('violates check constraint');
  });

  it('have paydays that SQL counts as a person does', async () => {
    const after = async (
      due: string,
      steps: number,
      { months = 1, day, second = null }: { months?: number; day: number; second?: number | null },
    ) => {
      const at = Date.parse(`${due}T08:00:00Z`) / 1_000;
      const { rows } = await sql<{ at: number | bigint | null }>`
        SELECT payday_after(${at}, ${steps}, ${months}, ${day}, ${second}, 32400, 3600) AS at`.execute(database.db);
      return new Date(Number(rows[0]?.at) * 1_000).toISOString().slice(0, 10);
    };
    expect(await after('2027-01-31', 0, { day: 31 })).toBe('2027-01-31');
    expect(await after('2027-01-31', 1, { day: 31 })).toBe('2027-02-28');
    expect(await after('2027-02-28', 1, { day: 31 })).toBe('2027-03-31');
    expect(await after('2027-12-31', 2, { day: 31 })).toBe('2028-02-29');
    expect(await after('2027-01-25', 2, { day: 25, months: 3 })).toBe('2027-07-25');
    expect(await after('2027-02-28', 1, { day: 29, months: 12 })).toBe('2028-02-29');
    const twice = { day: 15, second: 31 };
    expect(await after('2027-02-15', 1, twice)).toBe('2027-02-28');
    expect(await after('2027-02-28', 1, twice)).toBe('2027-03-15');
    expect(await after('2027-02-28', 4, twice)).toBe('2027-04-30');
  });
});
