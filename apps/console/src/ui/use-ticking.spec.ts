import { grownBy } from './use-ticking.js';

describe('grownBy', () => {
  it('gives whole base units of the time that has passed, and never more than the most', () => {
    const growth = { amount: 1_000n, seconds: 10n, most: 150n };
    expect([0, 9, 10, 1_000, 1_499, 1_500, 1e9].map((passed) => grownBy(growth, passed))).toEqual([
      ...[0n, 0n, 1n, 100n, 149n, 150n, 150n],
    ]);
  });
});
