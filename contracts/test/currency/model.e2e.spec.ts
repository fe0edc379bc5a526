import { DEEP, RUNS } from '../support/bytes.js';
import { comparePayments } from './compare.js';
import { FORMS } from './currency.js';

/** At night (WEIR_RUNS=20) 100,000. */
const runs = RUNS(5_000);

it.each(FORMS)('many random transactions of %s do what the rules in words say', (form) => {
  const { accepted, refused, difference } = comparePayments(form, runs, 2);
  expect(difference).toBeUndefined();
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  expect([sum(accepted) > runs / 10, sum(refused) > runs / 10]).toEqual([true, true]);
  // A till is added whole in about one of 20,000.
  expect(DEEP ? accepted.has('till 1') : true).toBe(true);
});
