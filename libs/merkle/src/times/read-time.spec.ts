import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { readPaydayBound, readTime, timeText } from './read-time.js';

const NO_SUCH = { ok: false, problem: 'NO_SUCH_TIME' };
const NOT_A_TIME = { ok: false, problem: 'NOT_A_TIME' };

describe('readTime', () => {
  it.each([
    ['1800000000', 1_800_000_000],
    ['2027-01-31', Date.UTC(2027, 0, 31) / 1_000],
    [' 2027-01-31 ', Date.UTC(2027, 0, 31) / 1_000],
    ['2028-02-29', Date.UTC(2028, 1, 29) / 1_000],
    ['2000-02-29', Date.UTC(2000, 1, 29) / 1_000],
    ['2027-01-31T08:00Z', Date.UTC(2027, 0, 31, 8) / 1_000],
    ['2027-01-31T08:00:09Z', Date.UTC(2027, 0, 31, 8, 0, 9) / 1_000],
    ['2027-01-31T08:00:09.000Z', Date.UTC(2027, 0, 31, 8, 0, 9) / 1_000],
    ['2027-01-31 08:00', Date.UTC(2027, 0, 31, 8) / 1_000],
    ['2027-01-31T08:00+01:00', Date.UTC(2027, 0, 31, 7) / 1_000],
    ['2027-01-31T20:00-05:30', Date.UTC(2027, 1, 1, 1, 30) / 1_000],
    ['31.01.2027', Date.UTC(2027, 0, 31) / 1_000],
    ['1.2.2027 23:59', Date.UTC(2027, 1, 1, 23, 59) / 1_000],
  ])('reads %j', (text, seconds) => expect(readTime(text)).toEqual({ ok: true, seconds }));

  it.each([
    '2030-02-31',
    '2030-02-30',
    '2027-02-29',
    '2100-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-01-32',
    '0000-01-01',
    '2027-01-31T24:00Z',
    '2027-01-31T24:00:00Z',
    '2027-01-31T25:61Z',
    '2027-01-31 12:60',
    '2027-01-31T23:59:60Z',
    '2027-01-31T08:00+15:00',
    '2027-01-31T08:00+01:60',
    '31.02.2030',
    '29.2.2027',
    '1.13.2027',
    '01.01.2027 24:00',
  ])('refuses %j, which does not exist', (text) => expect(readTime(text)).toEqual(NO_SUCH));

  it.each(['', 'soon', '2027-1-31', '31/01/2027', '01-31-2027', '-5', '1.5', '1e9', '2027-01-31T8:00Z', 'NaN'])(
    'does not guess what %j means',
    (text) => expect(readTime(text)).toEqual(NOT_A_TIME),
  );

  it.each([
    ['2027-12-25', 'start', 3_600, Date.UTC(2027, 11, 24, 23)],
    ['2027-12-25', 'end', 3_600, Date.UTC(2027, 11, 25, 22, 59, 59)],
    [' 25.12.2027 ', 'end', -18_000, Date.UTC(2027, 11, 26, 4, 59, 59)],
    ['2027-12-25', 'end', 0, Date.UTC(2027, 11, 25, 23, 59, 59)],
    // What names a time is that time, also where it is the first second of a day.
    ['2027-12-25T00:00Z', 'end', 3_600, Date.UTC(2027, 11, 25)],
    ['25.12.2027 00:00', 'start', 3_600, Date.UTC(2027, 11, 25)],
    ['1829692800', 'end', 3_600, 1_829_692_800_000],
  ] as const)('reads %j as the %s of paydays that are %i seconds east of Greenwich', (text, bound, offset, at) =>
    expect(readPaydayBound(text, bound, offset)).toEqual({ ok: true, seconds: at / 1_000 }),
  );

  it('refuses a bound of paydays on a day that does not exist', () =>
    expect(readPaydayBound('2027-02-29', 'end', 0)).toEqual(NO_SUCH));

  it('reads what timeText writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (seconds) => {
        expect(readTime(timeText(seconds))).toEqual({ ok: true, seconds });
        const day = seconds - (seconds % 86_400);
        expect(timeText(day)).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
      }),
      RUNS(300),
    );
  });

  it('takes a day of three numbers as the platform does where it exists, and refuses every other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 2199 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
          const at = new Date(Date.UTC(year, month - 1, day));
          const exists = month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && day >= 1;
          expect(readTime(text)).toEqual(exists ? { ok: true, seconds: at.getTime() / 1_000 } : NO_SUCH);
        },
      ),
      RUNS(500),
    );
  });
});
