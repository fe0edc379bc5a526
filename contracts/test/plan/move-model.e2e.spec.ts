import { compareMoves } from './compare-moves.js';

const RUNS = 100_000;

it('100,000 random moves do what the rules in words say', () => {
  const { accepted, refused, difference } = compareMoves(RUNS, 2);
  expect(difference).toBeUndefined();
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  expect([sum(accepted) > RUNS / 10, sum(refused) > RUNS / 10]).toEqual([true, true]);
});
