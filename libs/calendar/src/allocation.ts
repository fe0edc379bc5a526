import type { Allocation } from '@weir/kinds';

/**
 * Returns what has vested after so many installments, in base units, by closed forms that a contract can evaluate. Each is the whole
 * total after the last installment, and 0 before the first.
 *
 * - CUMULATIVE_ROUND_DOWN, CUMULATIVE_ROUNDING: the exact part of the total, rounded down or to the nearest unit, halves up.
 * - FRONT_LOADED, BACK_LOADED: equal installments, and one unit more in each of the first, or of the last, until all is divided.
 * - FRONT_LOADED_TO_SINGLE_TRANCHE, BACK_LOADED_TO_SINGLE_TRANCHE: equal installments, and the remainder in the first, or in the last.
 *
 * @param total not negative
 * @param done installments that have vested, 0 to `count`
 * @param count of all installments, at least 1
 * @throws RangeError outside of that
 *
 * @example
 * [1n, 2n, 3n, 4n].map((done) => allocatedAmount('FRONT_LOADED', 18n, done, 4n)); // 5n, 10n, 14n, 18n
 */
export const allocatedAmount = (allocation: Allocation, total: bigint, done: bigint, count: bigint): bigint => {
  if (total < 0n) throw new RangeError(`total: expected 0 or more, received ${total}`);
  if (count < 1n || done < 0n || done > count)
    throw new RangeError(`Expected 0 to ${count} installments, received ${done}`);
  if (done === 0n) return 0n;
  const each = total / count;
  const rest = total % count;
  switch (allocation) {
    case 'CUMULATIVE_ROUND_DOWN':
      return (total * done) / count;
    case 'CUMULATIVE_ROUNDING':
      return (2n * total * done + count) / (2n * count);
    case 'FRONT_LOADED':
      return each * done + (rest < done ? rest : done);
    case 'BACK_LOADED': {
      const more = rest - (count - done);
      return each * done + (more > 0n ? more : 0n);
    }
    case 'FRONT_LOADED_TO_SINGLE_TRANCHE':
      return total - (count - done) * each;
    case 'BACK_LOADED_TO_SINGLE_TRANCHE':
      return done === count ? total : each * done;
  }
};
