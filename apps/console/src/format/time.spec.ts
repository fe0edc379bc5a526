import {
  agoText,
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
  ])('%s is told from now on', (time, text) => expect(agoText(time, NOW)).toBe(text));

  it.each([
    [30, '30 seconds'],
    [3_600, '1 hour'],
    [86_400, '1 day'],
    [365 * 86_400, '1 year'],
    // A twelfth of a year is no 30 days.
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
    for (const text of ['9999-01-01T00:00', '0202-01-01T00:00', 'soon', ''])
      expect(fromLocalInput(text)).toBeUndefined();
    expect(timeProblem('9999-01-01T00:00', 'Choose one')).toBe('Choose a time from 1970 to 2105');
    expect(timeProblem('', 'Choose one')).toBe('Choose one');
  });

  it('convert to an input’s value and back, to the minute', () => {
    expect(fromLocalInput(toLocalInput(NOW))).toBe(NOW - (NOW % 60));
    expect(fromLocalInput('soon')).toBeUndefined();
  });
});
