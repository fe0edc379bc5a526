import type { Attack, HonestSpend, Liberty } from './attack.js';
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

/**
 * Tries a table of attacks on every honest spend they apply to. Each test first passes the honest transaction, so none
 * can succeed by refusing everything. An attack that applies nowhere fails: the table holds no dead rows.
 *
 * @param most spends that an attack is tried on at most, others for the next one
 */
export const describeAttacks = (
  title: string,
  attacks: readonly Attack[],
  spends: readonly HonestSpend[],
  most = Infinity,
): void => {
  describe(title, () => {
    describe.each(attacks.map((attack, row) => [attack.name, attack, row] as const))('%s', (_, attack, row) => {
      const all = spends.filter((spend) => attack.appliesTo(spend));
      const targets = all.filter((__, index) => (index + row) % all.length < most);
      it('is tried somewhere', () => {
        expect(targets.length).toBeGreaterThan(0);
      });
      it.each(targets.map((spend) => [spend.name, spend] as const))('%s', (__, spend) => {
        expect(passes(spend)).toBe(true);
        expect(verdictOn(attack, spend)).toMatchObject({ accepted: false, by: attack.refusedBy ?? 'script' });
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
