import { chooseLanes } from './messages.js';

const bySize = { rowsPerLane: 64, most: 16 };

describe('chooseLanes', () => {
  it('takes a number as it is', () => {
    expect(chooseLanes(1_000_000, 2)).toBe(2);
  });

  it.each([
    [1, 1],
    [64, 1],
    [65, 2],
    [200, 4],
    [1_024, 16],
    [1_048_576, 16],
  ])('gives %i rows %i lanes by their size', (rows, lanes) => {
    expect(chooseLanes(rows, bySize)).toBe(lanes);
  });
});
