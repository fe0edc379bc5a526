import { DEEP, RUNS } from '../support/bytes.js';
import { comparePayments } from './compare.js';

/** At night (WEIR_RUNS=20) 100,000. */
const runs = RUNS(5_000);

it('many random transactions of payments in a currency do what the rules in words say', () => {
  const { accepted, refused, difference } = comparePayments(runs, 2);
  expect(difference).toBeUndefined();
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  expect([sum(accepted) > runs / 10, sum(refused) > runs / 10]).toEqual([true, true]);
  // A till is added whole in about one of 20,000.
  expect(DEEP ? accepted.has('till 1') : true).toBe(true);
});
