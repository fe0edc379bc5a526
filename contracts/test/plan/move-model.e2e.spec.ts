import { RUNS } from '../support/bytes.js';
import { compareMoves } from './compare-moves.js';

/** At night (WEIR_RUNS=20) 100,000. */
const runs = RUNS(5_000);

it('many random moves do what the rules in words say', () => {
  const { accepted, refused, difference } = compareMoves(runs, 2);
  expect(difference).toBeUndefined();
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  expect([sum(accepted) > runs / 10, sum(refused) > runs / 10]).toEqual([true, true]);
});
