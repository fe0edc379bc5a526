import { compareRandom } from './compare.js';

it('100,000 random transactions of payments in a currency do what the rules in words say', () => {
  const { accepted, refused, difference } = compareRandom(100_000, 2);
  expect(difference).toBeUndefined();
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0);
  expect([sum(accepted) > 10_000, sum(refused) > 10_000, (accepted.get('till 1') ?? 0) > 0]).toEqual([
    true,
    true,
    true,
  ]);
});
