import { RUNS } from '../support/bytes.js';
import { comparePurses, compareRosters } from './compare.js';

/** At night (WEIR_RUNS=20) half each of 100,000. */
const runs = RUNS(2_500);

it.each([
  ['rosters', compareRosters],
  ['purses', comparePurses],
] as const)('many random transactions of %s do what the rules in words say', (_, compare) => {
  const { counts, difference } = compare(runs, 2);
  expect(difference).toBeUndefined();
  const accepted = [...counts].filter(([name]) => name.endsWith('accepted'));
  expect(accepted.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(runs / 10);
});
