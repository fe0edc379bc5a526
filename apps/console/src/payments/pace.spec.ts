import { datesFrom, paydayFrom, requestedCalendar } from './pace.js';

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day, 8) / 1_000;
const CALENDAR = { months: 1, day: 31, secondDay: null, time: '09:00', utcOffset: '+01:00' };

describe('paydayFrom', () => {
  it.each([
    [CALENDAR, at(2027, 1, 31), 1, at(2027, 2, 28)],
    [CALENDAR, at(2027, 2, 28), 1, at(2027, 3, 31)],
    [CALENDAR, at(2027, 3, 31), -1, at(2027, 2, 28)],
    [CALENDAR, at(2027, 12, 31), 2, at(2028, 2, 29)],
    [{ ...CALENDAR, months: 3, day: 25 }, at(2027, 1, 25), 2, at(2027, 7, 25)],
    [{ ...CALENDAR, day: 15, secondDay: 31 }, at(2027, 1, 31), 1, at(2027, 2, 15)],
    [{ ...CALENDAR, day: 15, secondDay: 31 }, at(2027, 2, 15), -1, at(2027, 1, 31)],
  ])('on the days %j is from %s after %s paydays %s', (calendar, payday, steps, expected) =>
    expect(paydayFrom({ calendar }, payday, steps)).toBe(expected),
  );

  it('at equal intervals adds them', () => expect(paydayFrom({ intervalSeconds: 10 }, 100, -2)).toBe(80));
});

describe('datesFrom', () => {
  it('begins with a payday of its first second', () => {
    expect(datesFrom(CALENDAR, at(2027, 1, 31), 2)).toEqual([at(2027, 1, 31), at(2027, 2, 28)]);
    expect(datesFrom(CALENDAR, at(2027, 1, 31) + 1, 1)).toEqual([at(2027, 2, 28)]);
  });

  it('ends with January 2100', () => expect(datesFrom(CALENDAR, at(2099, 12, 1), 12)).toHaveLength(2));
});

describe('requestedCalendar', () => {
  it('names a second day only where there is one', () => {
    expect(requestedCalendar(CALENDAR)).toEqual({ months: 1, day: 31, time: '09:00', utcOffset: '+01:00' });
    expect(requestedCalendar({ ...CALENDAR, day: 15, secondDay: 31 })).toMatchObject({ day: 15, secondDay: 31 });
  });
});
