import { dateText, daysInMonth, readDate } from './index.js';

describe('readDate', () => {
  it.each(['2026-01-31', '2028-02-29', '2000-02-29', '1999-03-01'])('reads %s, which dateText writes', (text) => {
    const date = readDate(text);
    expect(date === undefined ? undefined : dateText(date)).toBe(text);
  });

  it.each([
    ['30 February', '2026-02-30'],
    ['29 February of a common year', '2026-02-29'],
    ['29 February 2100, which is no leap year', '2100-02-29'],
    ['31 April', '2026-04-31'],
    ['month 13', '2026-13-01'],
    ['month 0', '2026-00-10'],
    ['day 0', '2026-01-00'],
    ['a time behind it', '2026-01-31T00:00:00Z'],
    ['a blank', ' 2026-01-31'],
    ['a line end', '2026-01-31\n'],
    ['short months', '2026-1-31'],
    ['other digits', '٢٠٢٦-٠١-٣١'],
    ['five digits of a year', '12026-01-31'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(readDate(text)).toBeUndefined());
});

it('daysInMonth agrees with JavaScript from 1999 to 2106, and is 0 for a month that does not exist', () => {
  for (let year = 1999; year <= 2106; year += 1)
    for (let month = 1; month <= 12; month += 1)
      expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
  expect([0, 13, -1, 1.5].map((month) => daysInMonth(2026, month))).toEqual([0, 0, 0, 0]);
});
