import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { guardedCell, unguardedText } from './guarded-cell.js';

describe('guardedCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 170', "'+49 170"],
    ['-Ada', "'-Ada"],
    ['@ada', "'@ada"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['\t1', "'\t1"],
    ["'=1", "''=1"],
    ["O'Neill", "O'Neill"],
    ["'Ada", "'Ada"],
    ['Ada', 'Ada'],
    ['', ''],
  ])('writes %j as %j, and it reads as it was', (text, cell) => {
    expect(guardedCell(text)).toBe(cell);
    expect(unguardedText(cell)).toBe(text);
  });

  it('reads as it was however often a text is saved and read', () => {
    const text = fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', ' ', 'a', '"', ',', ';'), { maxLength: 6 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (given) => {
        let now = given;
        for (let cycle = 0; cycle < 3; cycle += 1) now = unguardedText(guardedCell(now));
        expect(now).toBe(given);
        expect(guardedCell(given)).not.toMatch(/^[=+\-@\t\r\n]/u);
      }),
      RUNS(500),
    );
  });
});
