import { countBackdated } from './backdated.js';

const NOW = 1_800_000_000;
const DAY = 86_400;

describe('countBackdated', () => {
  it('counts what starts in the past, and of that what is already over', () => {
    const rows = [
      { start: NOW + DAY, end: NOW + 9 * DAY, cliff: null },
      { start: NOW - DAY, end: NOW + 9 * DAY, cliff: null },
      { start: NOW - 9 * DAY, end: NOW - DAY, cliff: null },
      { start: NOW - DAY, end: null, cliff: null },
    ];
    expect(countBackdated(rows, NOW)).toEqual({ some: 3, whole: 1 });
  });

  it('leaves out what has a cliff ahead, and a form that was begun a while ago', () => {
    expect(countBackdated([{ start: NOW - DAY, end: NOW + DAY, cliff: NOW + 1 }], NOW).some).toBe(0);
    expect(countBackdated([{ start: NOW - 600, end: NOW + DAY, cliff: null }], NOW).some).toBe(0);
  });
});
