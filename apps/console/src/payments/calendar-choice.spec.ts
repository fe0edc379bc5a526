import { toLocalInput } from '../format/time.js';
import { offsetsFrom, offsetText } from '../forms/kept-time.js';
import { calendarOf, countPaydays, periodsOf } from './calendar-choice.js';

const DAY = 86_400;
const START = Date.parse('2027-01-10T09:00') / 1_000;

describe('the days of the month that a form offers', () => {
  it('are those of the first payday, at the time on the clock of the user', () => {
    const { least, greatest } = offsetsFrom(START);
    expect(least).toBeLessThanOrEqual(greatest);
    const shared = { months: 1, time: toLocalInput(START).slice(11), utcOffset: offsetText(least) };
    expect(calendarOf('SAME_DAY', START)).toEqual({ ...shared, day: 10 });
    expect(calendarOf('DAY_25', START)).toEqual({ ...shared, day: 25 });
    expect(calendarOf('LAST_DAY', START)).toEqual({ ...shared, day: 31 });
    expect(calendarOf('TWICE', START)).toEqual({ ...shared, day: 15, secondDay: 31 });
  });

  it.each([
    [0, '+00:00'],
    [330, '+05:30'],
    [-180, '-03:00'],
  ])('%s minutes from UTC is written %s', (minutes, text) => expect(offsetText(minutes)).toBe(text));

  it.each([
    ['SAME_DAY', 32, 2],
    ['DAY_25', 32, 1],
    ['LAST_DAY', 32, 1],
    ['LAST_DAY', 60, 2],
    ['TWICE', 60, 4],
    ['TWICE', 800, 12],
    ['SAME_DAY', 800, 12],
    ['SAME_DAY', -1, 0],
    ['DAY_25', 5, 0],
    ['DAILY', 2, 3],
    ['DAILY', 800, 12],
    ['DAILY', -1, 0],
  ] as const)('paid %s for %s days are %s paydays, of twelve at most', (interval, days, count) =>
    expect(countPaydays({ interval, start: START }, START + days * DAY, 12)).toBe(count),
  );

  it('are asked for as such, and intervals as intervals', () => {
    expect(periodsOf({ interval: 'LAST_DAY', start: START })).toEqual({ calendar: calendarOf('LAST_DAY', START) });
    expect(periodsOf({ interval: 'WEEKLY', start: START })).toEqual({ interval: 'WEEKLY' });
  });
});
