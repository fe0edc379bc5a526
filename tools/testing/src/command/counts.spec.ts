import { closingLine, failedTasks } from './counts.js';

describe('closingLine', () => {
  it('adds up the parts of a run', () => {
    expect(closingLine([{ passed: 20_000, failed: 0, skipped: 0 }])).toBe('20000 passed, 0 failed');
    expect(
      closingLine([
        { passed: 2, failed: 1, skipped: 0 },
        { passed: 3, failed: 0, skipped: 4 },
      ]),
    ).toBe('5 passed, 1 failed, 4 skipped');
  });
});

describe('failedTasks', () => {
  it('returns the tasks that Nx lists at its end, and no other line that looks like one', () => {
    const lines = [
      '- api:test',
      '\u001B[2mFailed tasks:\u001B[22m',
      '',
      '- weir:lint-all',
      '\u001B[2m-\u001B[22m api:build',
      '',
    ];
    expect(failedTasks(lines)).toEqual(['weir:lint-all', 'api:build']);
    expect(failedTasks(['- api:test'])).toEqual([]);
  });
});
