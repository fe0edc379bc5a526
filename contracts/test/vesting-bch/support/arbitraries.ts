import fc from 'fast-check';
import { termsOf } from '../../vesting/arbitraries.js';
import { SUPPLY } from './constants.js';

/** Satoshis of every size, from the least to all but the reserve of 21,000,000 BCH. */
const totals = fc.oneof(
  fc.bigInt(546n, 5_000n),
  fc.bigInt(5_000n, 20_000_000n),
  fc.bigInt(1_000_000n, 20_000_000n),
  fc.bigInt(20_000_000n, 100_000_000_000n),
  fc.bigInt(546n, SUPPLY - 1_000_000n),
);

export const terms = termsOf(totals);
