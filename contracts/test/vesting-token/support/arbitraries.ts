import fc from 'fast-check';
import { MAX_AMOUNT } from '@weir/vesting';
import { termsOf } from '../../vesting/arbitraries.js';

/** Units of every count, from a single one to all that can exist. */
const totals = fc.oneof(
  fc.bigInt(1n, 10n),
  fc.bigInt(1n, 300n),
  fc.bigInt(300n, 10_000n),
  fc.bigInt(10_000n, 1_000_000_000_000n),
  fc.bigInt(1n, MAX_AMOUNT),
  fc.bigInt(MAX_AMOUNT - 10n, MAX_AMOUNT),
);

export const terms = termsOf(totals);
