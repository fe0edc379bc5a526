import { RUNS } from '../support/bytes.js';
import { compareMoves } from './compare-moves.js';

const CONTRACTS = ['PlanVestingBch', 'PlanVestingToken', 'PlanRecurringBch', 'PlanRecurringToken'];

it('plans accept exactly the random moves that the rules allow', () => {
  const { accepted, refused, difference } = compareMoves(RUNS(900), 48);
  expect(difference).toBeUndefined();
  // The search reaches both sides of every path.
  for (const contract of CONTRACTS)
    for (const path of ['announce', 'finish', 'collect']) {
      const name = `${contract} ${path}`;
      expect([name, (accepted.get(name) ?? 0) > 3, (refused.get(name) ?? 0) > 10]).toEqual([name, true, true]);
    }
});
