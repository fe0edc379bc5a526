import {
  agoText,
  dayBounds,
  durationText,
  fromLocalInput,
  noticeText,
  stepText,
  timeProblem,
  timeText,
  toLocalInput,
} from './time.js';

const NOW = 1_800_000_000;

describe('times', () => {
  it.each([
    [NOW + 30, 'just now'],
    [NOW - 120, '2 minutes ago'],
    [NOW + 5 * 3_600, 'in 5 hours'],
    [NOW + 3 * 86_400, 'in 3 days'],
    [NOW - 400 * 86_400, '13 months ago'],
  ])('%s is shown relative to now', (time, text) => expect(agoText(time, NOW)).toBe(text));

  it.each([
    [30, '30 seconds'],
    [3_600, '1 hour'],
    [86_400, '1 day'],
    [365 * 86_400, '1 year'],
    // A twelfth of a year is longer than 30 days.
    [2_628_000, '30 days 10 hours'],
    [2 * 86_400 - 60, '2 days'],
  ])('a stretch of %s seconds is %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it.each([
    [86_400, 'every 1 day'],
    [30 * 86_400, 'every 30 days'],
    [2_629_687, 'every month'],
    [7_889_062, 'every quarter'],
  ])('a step of %s seconds comes %s', (seconds, text) => expect(stepText(seconds)).toBe(text));

  it.each([
    [6, 'about 1 hour (6 blocks)'],
    [36, 'about 6 hours (36 blocks)'],
    [1, 'about 10 minutes (1 block)'],
    [144, 'about 1 day (144 blocks)'],
  ])('a notice of %s blocks is %s', (blocks, text) => expect(noticeText(blocks)).toBe(text));

  it('name their zone', () => expect(timeText(NOW)).toMatch(/(?:[A-Z]{3,4}|GMT[+-]\d+(?::\d+)?)$/));

  it('are read from an input as far as contracts reach, and what is wrong with others is said', () => {
    expect(fromLocalInput('2105-12-31T23:59')).toBeGreaterThan(4_000_000_000);
    for (const text of ['9999-01-01T00:00', '0202-01-01T00:00', 'soon', '', '2030-02-31T00:00', '2027-02-29T08:00'])
      expect(fromLocalInput(text)).toBeUndefined();
    expect(timeProblem('9999-01-01T00:00', 'Choose one')).toBe('Choose a time from 1970 to 2105');
    expect(timeProblem('', 'Choose one')).toBe('Choose one');
    for (const text of ['2030-02-31T00:00', '2027-01-31T24:00', '2027-01-31T25:61'])
      expect([text, fromLocalInput(text), timeProblem(text, 'Choose one')]).toEqual([
        text,
        undefined,
        'This day or time does not exist in your time zone: choose another',
      ]);
  });

  it('do not exist in the hour that summer time leaves out, and days begin after it', () => {
    const before = process.env['TZ'];
    try {
      process.env['TZ'] = 'Europe/Berlin';
      expect(fromLocalInput('2027-03-28T02:30')).toBeUndefined();
      expect(fromLocalInput('2027-03-28T03:00')).toBe(Date.UTC(2027, 2, 28, 1) / 1_000);
      expect(fromLocalInput('2027-03-28T01:59')).toBe(Date.UTC(2027, 2, 28, 0, 59) / 1_000);
      expect(fromLocalInput('2027-10-31T02:30')).toBeDefined();
      process.env['TZ'] = 'Africa/Cairo';
      expect(fromLocalInput('2027-04-30T00:30')).toBeUndefined();
      expect(dayBounds('2027-04-30')?.first).toBe(Date.UTC(2027, 3, 29, 22) / 1_000);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
    expect(dayBounds('2030-02-31')).toBeUndefined();
    expect(dayBounds('2030-2-3')).toBeUndefined();
  });

  it('convert to an input’s value and back, to the minute', () => {
    expect(fromLocalInput(toLocalInput(NOW))).toBe(NOW - (NOW % 60));
    expect(fromLocalInput('soon')).toBeUndefined();
  });
});
