import { barRange, timeLabels, timeRange } from './chart-times.js';

const DAY = 86_400;
const secondsOf = (...date: Parameters<typeof Date.UTC>): number => Date.UTC(...date) / 1_000 + DAY / 2;
const named = (seconds: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, options).format(seconds * 1_000);

it('A time axis with a single point spans the days around it, not years', () => {
  expect(timeRange([7 * DAY], [7 * DAY, 1_000 * DAY])).toEqual([6 * DAY, 8 * DAY]);
  expect(timeRange([DAY, 3 * DAY], [DAY, 3 * DAY])).toEqual([DAY, 3 * DAY]);
});

it('An axis of daily bars has room for whole bars, and for a week', () => {
  expect(barRange([30 * DAY])).toEqual([23.3 * DAY, 30.7 * DAY]);
  expect(barRange([2 * DAY, 20 * DAY])).toEqual([1.3 * DAY, 20.7 * DAY]);
});

describe('the ticks of a time axis', () => {
  it('are days as the user writes them, with the year where it begins', () => {
    const times = [secondsOf(2026, 11, 28), secondsOf(2026, 11, 31), secondsOf(2027, 0, 3)];
    const texts = times.map((time) => named(time, { day: 'numeric', month: 'short' }));
    expect(timeLabels(times, 3 * DAY)).toEqual([
      `${texts[0] ?? ''}\n${named(times[0] ?? 0, { year: 'numeric' })}`,
      texts[1],
      `${texts[2] ?? ''}\n${named(times[2] ?? 0, { year: 'numeric' })}`,
    ]);
  });

  it('are months where days would not fit, and hours within a day', () => {
    const times = [secondsOf(2026, 4, 1), secondsOf(2026, 6, 1)];
    expect(timeLabels(times, 61 * DAY)[1]).toBe(named(times[1] ?? 0, { month: 'short' }));
    const hours = [secondsOf(2026, 4, 1), secondsOf(2026, 4, 1) + 3_600];
    expect(timeLabels(hours, 3_600)[1]).toBe(named(hours[1] ?? 0, { hour: '2-digit', minute: '2-digit' }));
  });
});
