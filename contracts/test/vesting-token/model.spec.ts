import fc from 'fast-check';
import { MAX_AMOUNT } from '@weir/vesting';
import { RUNS } from '../vesting/arbitraries.js';
import { anyStep } from '../vesting/steps.js';
import { Trial, type Mode } from '../vesting/trial.js';
import { terms as anyTerms } from './support/arbitraries.js';
import { FLOOR, REFUND_FEE } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream } from './support/stream.js';
import { TokenModel } from './support/token-model.js';
import { TokenScenario } from './support/token-scenario.js';

const MODE: Mode = { payment: draftPayment, cancel: draftCancel, refund: draftRefund, refundFee: REFUND_FEE };

/** The invariants of docs/covenants.md about tokens, and about the reserve beside them. */
const checkTokens = ({ model, scenario, terms }: Trial<TokenModel>, surplus: bigint): void => {
  expect(scenario.tokens).toBe(model.tokens);
  expect(scenario.paidTokens.recipient).toBe(model.released);
  expect(scenario.paidTokens.sender).toBe(model.tokensToSender);
  expect(scenario.tokens + scenario.paidTokens.recipient + scenario.paidTokens.sender).toBe(terms.total + surplus);
  expect(scenario.value).toBe(model.value + model.companionValue + model.clockValue);
  if (model.status === 'CLOSED') return;
  expect(model.value >= FLOOR).toBe(true);
  if (model.promise === undefined) return;
  // Whatever was pushed since, a push of the promised part of what was left then still gets its fee.
  const { left, reserve } = model.promise;
  expect((terms.total - model.released) * reserve <= left * (model.value - FLOOR)).toBe(true);
};

describe('random scenarios beside a model in plain numbers', () => {
  it('agree after every step, keep the invariants, and never strand anybody', () => {
    const seen = { steps: 0, cancelled: 0, closed: 0, swept: 0 };
    const surpluses = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n), fc.bigInt(0n, MAX_AMOUNT));
    const sats = fc.record({
      reserve: fc.bigInt(0n, 80_000n),
      companion: fc.bigInt(1_000n, 3_000n),
      surplus: surpluses,
    });
    fc.assert(
      fc.property(
        anyTerms,
        sats,
        fc.array(anyStep, { minLength: 10, maxLength: 30 }),
        (any, { reserve, companion, surplus }, steps) => {
          const terms = { ...any, notice: 6 + (any.notice % 200) };
          const more = surplus > MAX_AMOUNT - terms.total ? MAX_AMOUNT - terms.total : surplus;
          const scenario = new TokenScenario(createStream(terms), {
            reserve,
            surplus: more,
            companionValue: companion,
          });
          const trial = new Trial(MODE, scenario, new TokenModel(terms, reserve, more, companion));
          for (const step of steps) {
            trial.step(step);
            checkTokens(trial, more);
          }
          trial.checkProgress();
          seen.steps += trial.done;
          seen.swept += trial.swept;
          seen.cancelled += trial.model.status === 'CANCELLED' ? 1 : 0;
          seen.closed += trial.model.status === 'CLOSED' ? 1 : 0;
        },
      ),
      { numRuns: RUNS(30) },
    );
    // The search reaches what it is meant to search.
    expect(seen.steps).toBeGreaterThan(RUNS(30));
    expect(Math.min(seen.cancelled, seen.closed, seen.swept)).toBeGreaterThan(RUNS(30) / 20);
  });
});
