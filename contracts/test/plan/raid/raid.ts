import { judgeAttack } from '../../support/judge.js';
import { complete, seal } from '../../support/transaction.js';
import { settleAccounts } from './audit.js';
import { addressesOf, DAY, diceOf, genesis, START, type Live } from './fixture.js';
import { someMove } from './moves.js';

export interface Raided {
  readonly tried: number;
  readonly accepted: number;
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const MOVES_OF_A_LIFE = 12;

/** Random scenarios of plans from their geneses on: what a block takes is done, and must keep every promise. */
export const raid = (seed: number, most: number, until = Infinity, addresses = addressesOf()): Raided => {
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
