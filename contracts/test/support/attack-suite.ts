import { DEEP } from '../plan/depth.js';
import type { Attack, HonestSpend, Liberty } from './attack.js';
import { at } from './bytes.js';
import { judge, judgeAttack, type JudgeResult } from './judge.js';
import { outsider } from './parties.js';
import { gainOf, seal } from './transaction.js';

const verdictOn = (attack: Attack, spend: HonestSpend): JudgeResult => {
  const tried = attack.mutate(spend);
  return judgeAttack('transaction' in tried ? tried : seal(tried), spend.tip);
};

/** Honest transactions already seen to pass; each is judged once. */
const honest = new WeakSet<HonestSpend>();

const passes = (spend: HonestSpend): boolean => {
  if (!honest.has(spend) && judge(spend.draft, spend.tip).accepted) honest.add(spend);
  return honest.has(spend);
};

/** Which of the spends that an attack applies to it is tried on, by its row in the table; in deep runs it is all. */
type Selection = (spends: readonly HonestSpend[], row: number) => readonly HonestSpend[];

export const everySpend: Selection = (spends) => spends;

/** One spend, for the next attack another. */
export const oneSpend: Selection = (spends, row) => spends.filter((_, place) => (place + row) % spends.length === 0);

/** The path of a spend, whatever its terms and the coins that it sweeps: `claim (linear)` and `claim (stepped)` take one. */
const pathOf = ({ name }: HonestSpend): string => name.replace(/ \([^()]*\)$/u, '').replace(/^sweep .*$/u, 'sweep');

/** One spend of each path, for the next attack another: who steals alike on one path meets the same rules. */
const oneOfEachPath: Selection = (spends, row) => {
  const paths = [...new Set(spends.map(pathOf))];
  return paths.map((path, place) => {
    const alike = spends.filter((spend) => pathOf(spend) === path);
    return at(alike, (row + place) % alike.length);
  });
};

/**
 * Tries a table of attacks on every path of the honest spends that they apply to. Each test first passes the honest
 * transaction, so none can succeed by refusing everything. An attack that applies nowhere fails: the table holds no dead rows.
 *
 * @param select which spends each attack is tried on, where it is not tried on all
 */
export const describeAttacks = (
  title: string,
  attacks: readonly Attack[],
  spends: readonly HonestSpend[],
  select: Selection = oneOfEachPath,
): void => {
  describe(title, () => {
    describe.each(attacks.map((attack, row) => [attack.name, attack, row] as const))('%s', (_, attack, row) => {
      const all = spends.filter((spend) => attack.appliesTo(spend));
      const targets = DEEP ? all : select(all, row);
      it('is tried somewhere', () => {
        expect(targets.length).toBeGreaterThan(0);
      });
      it.each(targets.map((spend) => [spend.name, spend] as const))('%s', (__, spend) => {
        expect([passes(spend), verdictOn(attack, spend)]).toMatchObject([
          true,
          { accepted: false, by: attack.refusedBy ?? 'script' },
        ]);
      });
    });
  });
};

/** Shows what spenders may choose freely, and that an outsider gains nothing by it. */
export const describeLiberties = (
  title: string,
  liberties: readonly Liberty[],
  spends: readonly HonestSpend[],
): void => {
  describe(title, () => {
    describe.each(liberties.map((liberty) => [liberty.name, liberty] as const))('%s', (_, liberty) => {
      it.each(spends.filter((spend) => liberty.appliesTo(spend)).map((spend) => [spend.name, spend] as const))(
        '%s',
        (__, spend) => {
          const draft = liberty.mutate(spend);
          expect(judge(draft, spend.tip)).toMatchObject({ accepted: true });
          expect(gainOf(seal(draft), outsider.lockingBytecode) <= 0n).toBe(true);
        },
      );
    });
  });
};
