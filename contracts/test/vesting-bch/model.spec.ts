import fc from 'fast-check';
import { RUNS } from '../vesting/arbitraries.js';
import { anyStep } from '../vesting/steps.js';
import { Trial, type Mode } from '../vesting/trial.js';
import { terms as anyTerms } from './support/arbitraries.js';
import { FEE, FLOOR } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { StreamModel } from './support/stream-model.js';
import { StreamScenario } from './support/stream-scenario.js';
import { createStream } from './support/stream.js';

const MODE: Mode = { payment: draftPayment, cancel: draftCancel, refund: draftRefund, refundFee: FEE };

/** The invariants of docs/covenants.md about satoshis. */
const checkMoney = ({ model, scenario, terms }: Trial<StreamModel>): void => {
  expect(scenario.value).toBe(model.value + model.clockValue);
  expect(model.paidToRecipient + model.paidToSender + model.fees + model.value + model.clockValue).toBe(
    scenario.funded,
  );
  if (model.status === 'CLOSED') return;
  expect(model.paidToRecipient).toBe(model.released);
  expect(model.status === 'CANCELLED' || model.value >= terms.total - model.released + FLOOR).toBe(true);
  expect(model.value >= FLOOR).toBe(true);
};

describe('random scenarios beside a model in plain numbers', () => {
  it('agree after every step, keep the invariants, and never strand anybody', () => {
    const seen = { steps: 0, cancelled: 0, closed: 0, swept: 0 };
    fc.assert(
      fc.property(
        anyTerms,
        fc.bigInt(0n, 30_000n),
        fc.array(anyStep, { minLength: 10, maxLength: 30 }),
        (any, reserve, steps) => {
          const terms = { ...any, notice: 6 + (any.notice % 200) };
          const trial = new Trial(
            MODE,
            new StreamScenario(createStream(terms), reserve),
            new StreamModel(terms, reserve),
          );
          for (const step of steps) {
            trial.step(step);
            checkMoney(trial);
          }
          trial.checkProgress();
          seen.steps += trial.done;
          seen.swept += trial.swept;
          seen.cancelled += trial.model.status === 'CANCELLED' ? 1 : 0;
          seen.closed += trial.model.status === 'CLOSED' ? 1 : 0;
        },
      ),
      { numRuns: RUNS(40) },
    );
    // The search reaches what it is meant to search.
    expect(seen.steps).toBeGreaterThan(RUNS(40));
    expect(Math.min(seen.cancelled, seen.closed, seen.swept)).toBeGreaterThan(RUNS(40) / 20);
  });
});
