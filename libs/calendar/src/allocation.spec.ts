import fc from 'fast-check';
import { ALLOCATIONS } from '@weir/kinds';
import { byDefinition } from '../test/allocation-definitions.js';
import { type Allocation, allocatedAmount } from './index.js';

const byClosedForm = (allocation: Allocation, total: bigint, count: number): bigint[] => {
  const after = (done: number): bigint => allocatedAmount(allocation, total, BigInt(done), BigInt(count));
  return Array.from({ length: count }, (_, place) => after(place + 1) - after(place));
};

describe('allocatedAmount', () => {
  // The format's own example: 18 shares in 4 tranches.
  it.each([
    ['CUMULATIVE_ROUNDING', [5n, 4n, 5n, 4n]],
    ['CUMULATIVE_ROUND_DOWN', [4n, 5n, 4n, 5n]],
    ['FRONT_LOADED', [5n, 5n, 4n, 4n]],
    ['BACK_LOADED', [4n, 4n, 5n, 5n]],
    ['FRONT_LOADED_TO_SINGLE_TRANCHE', [6n, 4n, 4n, 4n]],
    ['BACK_LOADED_TO_SINGLE_TRANCHE', [4n, 4n, 4n, 6n]],
  ] as const)('%s divides 18 by 4 into %j', (allocation, amounts) => {
    expect(byClosedForm(allocation, 18n, 4)).toEqual(amounts);
    expect(byDefinition(allocation, 18n, 4)).toEqual(amounts);
  });

  it.each(ALLOCATIONS)('%s is its definition for all small totals and counts', (allocation) => {
    const wrong: string[] = [];
    for (let total = 0n; total <= 120n; total += 1n)
      for (let count = 1; count <= 30; count += 1)
        if (byClosedForm(allocation, total, count).join() !== byDefinition(allocation, total, count).join())
          wrong.push(`${total} in ${count}`);
    expect(wrong).toEqual([]);
  });

  it.each(ALLOCATIONS)('%s is its definition for large totals, never falls, and divides all of it', (allocation) => {
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 2n ** 63n - 1n)),
        fc.integer({ min: 1, max: 120 }),
        (total, count) => {
          const amounts = byClosedForm(allocation, total, count);
          expect(amounts).toEqual(byDefinition(allocation, total, count));
          expect(amounts.every((amount) => amount >= 0n)).toBe(true);
          expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(total);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [-1n, 0n, 1n],
    [1n, 0n, 0n],
    [1n, -1n, 4n],
    [1n, 5n, 4n],
  ])('refuses total %s after %s of %s installments', (total, done, count) => {
    expect(() => allocatedAmount('FRONT_LOADED', total, done, count)).toThrow(RangeError);
  });
});
