import { atNow, splitAt } from './chart-now.js';

describe('atNow', () => {
  it('adds the present between two points, on a line between their values', () =>
    expect(atNow([0, 10], [{ values: [0, 100] }], 4)).toEqual({ times: [0, 4, 10], values: [[0, 40, 100]], place: 1 }));

  it('keeps the value before the present where values hold until the next one, or where none follows', () =>
    expect(atNow([0, 10], [{ values: [1, 9], isStepped: true }, { values: [3, null] }], 4).values).toEqual([
      [1, 1, 9],
      [3, 3, null],
    ]));

  it.each([
    [-5, 0],
    [0, 0],
    [10, 1],
    [99, 1],
  ])('adds nothing at %i, which is a point or outside of them', (now, place) =>
    expect(atNow([0, 10], [{ values: [0, 1] }], now)).toEqual({ times: [0, 10], values: [[0, 1]], place }),
  );
});

it('splitAt returns the values up to a place, and those from it on', () =>
  expect(splitAt([1, 2, 3], 1)).toEqual({ before: [1, 2, null], after: [null, 2, 3] }));
