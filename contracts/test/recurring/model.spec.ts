import fc from 'fast-check';
import { RUNS } from '../vesting/arbitraries.js';
import { termsOf } from './arbitraries.js';
import { deploymentOf, initialState } from './coins.js';
import { BCH, TOKENS } from './mode.js';
import { RecurringModel } from './model.js';
import { RecurringScenario } from './recurring-scenario.js';
import { anyStep } from './steps.js';
import { Trial } from './trial.js';

const KINDS = ['claim', 'push', 'PAUSING', 'CANCELLED', 'settle', 'resume', 'refund'];

describe.each([
  ['BCH', BCH],
  ['a token', TOKENS],
] as const)('random scenarios in %s beside a model in plain numbers', (_, mode) => {
  it('agree after every step, keep the invariants, and never strand anybody', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        termsOf(mode),
        fc.bigInt(0n, 60_000n),
        fc.array(anyStep, { minLength: 15, maxLength: 40 }),
        (terms, reserve, steps) => {
          const scenario = new RecurringScenario(deploymentOf(mode, terms, initialState(terms), { reserve }));
          const trial = new Trial(
            scenario,
            new RecurringModel(mode, terms, scenario.deployment.state.output.valueSatoshis),
          );
          for (const step of steps) trial.step(step);
          trial.checkProgress();
          for (const [kind, count] of trial.accepted) seen.set(kind, (seen.get(kind) ?? 0) + count);
        },
      ),
      { numRuns: RUNS(30) },
    );
    // The search reaches what it is meant to search.
    for (const kind of KINDS) expect([kind, (seen.get(kind) ?? 0) > RUNS(30) / 10]).toEqual([kind, true]);
  });
});
