import { comparePurses, compareRosters } from './compare.js';

/** Random transactions of rosters and of purses: half each of 100,000. */
const RUNS = 50_000;

it.each([
  ['rosters', compareRosters],
  ['purses', comparePurses],
] as const)('50,000 random transactions of %s do what the rules in words say', (_, compare) => {
  const { counts, difference } = compare(RUNS, 2);
  expect(difference).toBeUndefined();
  const accepted = [...counts].filter(([name]) => name.endsWith('accepted'));
  expect(accepted.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(RUNS / 10);
});
