import { DEEP, RUNS } from '../support/bytes.js';
import { compareRandom } from '../support/compare.js';
import { calendarModel } from './model.js';
import { PATHS, randomDraft, WORLD } from './random.js';

/** At night (WEIR_RUNS=20) 100,000. */
const runs = RUNS(5_000);

it('many random transactions of streams by the calendar do what the rules in words say', () => {
  const { accepted, refused, difference } = compareRandom(randomDraft, calendarModel(WORLD), { runs, seed: 50 });
  expect(difference).toBeUndefined();
  // The search reaches both sides of every function of every contract.
  const least = DEEP ? 20 : 0;
  for (const path of PATHS)
    expect([path, (accepted.get(path) ?? 0) > least, (refused.get(path) ?? 0) > least]).toEqual([path, true, true]);
});
