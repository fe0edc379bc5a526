import { RUNS } from '../support/bytes.js';
import { compareRandom } from '../support/compare.js';
import { calendarModel } from './model.js';
import { PATHS, randomDraft, WORLD } from './random.js';

it('streams by the calendar accept exactly the random transactions that the rules allow', () => {
  const runs = RUNS(600);
  const { accepted, refused, difference } = compareRandom(randomDraft, calendarModel(WORLD), { runs, seed: 49 });
  expect(difference).toBeUndefined();
  // The search reaches both sides of every function, of one contract or another.
  const functionsIn = (counts: ReadonlyMap<string, number>) => [
    ...new Set([...counts.keys()].map((path) => path.split(' ')[1])),
  ];
  const all = [...new Set(PATHS.map((path) => path.split(' ')[1]))].sort();
  expect([functionsIn(accepted).sort(), functionsIn(refused).sort()]).toEqual([all, all]);
});
