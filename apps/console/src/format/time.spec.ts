import { agoText, durationText, fromLocalInput, toLocalInput } from './time.js';

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
  ])('a stretch of %s seconds is %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it('convert to an input’s value and back, to the minute', () => {
    expect(fromLocalInput(toLocalInput(NOW))).toBe(NOW - (NOW % 60));
    expect(fromLocalInput('soon')).toBeUndefined();
  });
});
