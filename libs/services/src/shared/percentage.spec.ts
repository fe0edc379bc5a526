import { percentageOf } from './amounts.js';

describe('percentageOf', () => {
  it.each([
    [0n, 3n, 0],
    [1n, 3n, 33.33],
    [2n, 3n, 66.66],
    [3n, 3n, 100],
    [57n, 100n, 57],
    [9_223_372_036_854_775_806n, 9_223_372_036_854_775_807n, 99.99],
    [0n, 0n, 0],
  ])('says of %s in %s %d', (part, whole, expected) => {
    expect(percentageOf(part, whole)).toBe(expected);
  });
});
