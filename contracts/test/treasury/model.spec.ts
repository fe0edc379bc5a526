import { RUNS } from '../support/bytes.js';
import { comparePurses, compareRosters, type Comparison } from './compare.js';

const numberOf = ({ counts }: Comparison, pattern: RegExp): number =>
  [...counts].reduce((sum, [name, count]) => (pattern.test(name) ? sum + count : sum), 0);

it('a roster accepts exactly the random transactions that the rules allow', () => {
  const runs = RUNS(500);
  const result = compareRosters(runs);
  expect(result.difference).toBeUndefined();
  // The search reaches both sides of every path.
  for (const kind of ['spend', 'exchange', 'recover', 'veto', 'end'])
    for (const verdict of ['accepted', 'script'])
      expect([kind, verdict, numberOf(result, new RegExp(`^${kind}: ${verdict}`, 'u')) > runs / 150]).toEqual([
        kind,
        verdict,
        true,
      ]);
  expect(numberOf(result, /^takeover: accepted/u)).toBeLessThan(runs / 20);
  expect(numberOf(result, /: lock$/u)).toBeGreaterThan(runs / 100);
});

it('a purse accepts exactly the random transactions that the rules allow', () => {
  const runs = RUNS(500);
  const result = comparePurses(runs);
  expect(result.difference).toBeUndefined();
  for (const asset of ['BCH', 'FUNGIBLE_TOKEN'])
    for (const kind of ['pay', 'home', 'manage'])
      for (const verdict of ['accepted', 'script'])
        expect([
          asset,
          kind,
          verdict,
          numberOf(result, new RegExp(`^${asset} ${kind}: ${verdict}`, 'u')) > runs / 200,
        ]).toEqual([asset, kind, verdict, true]);
  expect(numberOf(result, /: lock$/u)).toBeGreaterThan(runs / 100);
});
