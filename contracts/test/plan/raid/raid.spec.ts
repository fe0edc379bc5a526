import { compileWithout, rulesOf } from '../../mutation/rules.js';
import { RUNS } from '../../support/bytes.js';
import { judgeAttack } from '../../support/judge.js';
import { complete, seal } from '../../support/transaction.js';
import { createAddress } from '../covenant.js';
import { settleAccounts } from './audit.js';
import { addressesOf, DAY, diceOf, genesis, type Live, START } from './fixture.js';
import { someMove } from './moves.js';

interface Raided {
  readonly tried: number;
  readonly accepted: number;
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const MOVES_OF_A_LIFE = 12;

/** Random scenarios of plans from their geneses on: what a block takes is done, and must keep every promise. */
const raid = (seed: number, most: number, until = Infinity, addresses = addressesOf()): Raided => {
  const dice = diceOf(seed);
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  let [tried, accepted] = [0, 0];
  while (tried < most && Date.now() < until && problems.length === 0) {
    const { scenarios: born, loose } = genesis(dice, addresses);
    let scenarios: readonly Live[] = born;
    let tip = { height: 810_000, mtp: START + dice.pick([0, 32, 66, 400]) * DAY };
    for (let move = 0; move < MOVES_OF_A_LIFE && scenarios.some(({ evil }) => !evil); move += 1) {
      tried += 1;
      const draft = someMove(dice, scenarios, loose, tip.mtp);
      if (new Set(draft.inputs.map(({ coin }) => coin)).size < draft.inputs.length || draft.outputs.length === 0)
        continue;
      const sealed = seal(draft);
      const verdict = judgeAttack(sealed, tip);
      const name = verdict.accepted ? 'accepted' : verdict.by;
      counts[name] = (counts[name] ?? 0) + 1;
      if (verdict.accepted || verdict.by === 'policy') {
        accepted += 1;
        const done = settleAccounts(complete(draft, sealed.transaction), scenarios, tip);
        problems.push(...done.problems.map((problem) => `seed ${seed}, try ${tried}: ${problem}`));
        scenarios = done.scenarios;
      }
      tip = { height: tip.height + dice.pick([1, 12, 40]), mtp: tip.mtp + dice.pick([600, DAY, 31 * DAY]) };
    }
  }
  return { tried, accepted, problems, counts };
};

describe('random scenarios of plans of one sender, a thief among them', () => {
  it('keep every promise, from a sound genesis on', () => {
    const { tried, accepted, problems } = raid(1, RUNS(300));
    expect(problems).toEqual([]);
    expect(accepted).toBeGreaterThan(tried / 10);
  });

  // The audit sees what it is meant to see.
  it.each([
    ['plan-vesting-bch', 'refund', 'within(tx.inputs[1].sequenceNumber, notice, 65536)'],
    ['plan-recurring-token', 'stop', 'hash160(tx.outputs[o + 2].lockingBytecode) == recipient'],
  ])('break a promise where %s lacks a rule of %s: %s', (source, path, rule) => {
    const left = rulesOf(source).find((each) => each.function === path && each.text === rule);
    if (left === undefined) throw new Error('No such rule');
    const artifact = compileWithout(left);
    const addresses = addressesOf((kind, some) =>
      createAddress(kind, some, `plan-${kind}` === source ? artifact : undefined),
    );
    const own = addresses.filter(({ kind }) => `plan-${kind}` === source);
    const { problems } = raid(1, 4_000, Date.now() + 150_000, own);
    expect(problems).not.toEqual([]);
  });
});
