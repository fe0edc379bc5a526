import { calledAs } from '../attacks/linked.js';
import { describeAttacks, describeLiberties, everySpend, oneSpend, type HonestSpend } from '../support/attack-suite.js';
import { sampled } from '../support/bytes.js';
import { judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { planLiberties, planTables } from './attack-tables.js';
import { KINDS } from './covenant.js';
import { leavesLastInput, planSpends } from './honest-spends.js';

const isOf = (name: 'pay' | 'end', { draft }: HonestSpend): boolean => {
  const unlocking = draft.inputs[0]?.unlocking;
  return unlocking?.kind === 'call' && unlocking.linked?.name === name;
};

describe.each(KINDS)('%s', (kind) => {
  const spends = planSpends(kind);
  // What has vested is computed another way in steps, and what is due another way under a pause.
  for (const [title, table] of planTables(kind))
    if (title === 'functions') describeAttacks(title, table, spends);
    else describeAttacks(title, table, spends, title === 'time' ? everySpend : oneSpend);
  for (const [title, table] of planLiberties) describeLiberties(title, table, spends.filter(leavesLastInput));

  it.each([
    ['a payment', 'pay', 'the last one', 'end'],
    ['the last payment', 'end', 'one that leaves something', 'pay'],
  ] as const)('refuses every attack on %s (%s) that is called as %s (%s)', (_, own, __, other) => {
    const attacks = planTables(kind).flatMap(([, table]) => table.filter(({ refusedBy }) => refusedBy === 'script'));
    const tried = sampled(
      attacks.flatMap((each) =>
        spends.filter((spend) => isOf(own, spend) && each.appliesTo(spend)).map((spend) => [each, spend] as const),
      ),
      9,
    ).flatMap(([{ name, mutate }, spend]) => {
      const changed = mutate(spend);
      return 'transaction' in changed ? [] : [[name, spend, calledAs(spend, changed, other)] as const];
    });
    expect(tried.length).toBeGreaterThan(30);
    const passed = tried.filter(([, spend, draft]) => judgeAttack(seal(draft), spend.tip).accepted);
    expect(passed.map(([name, spend]) => `${name}: ${spend.name}`)).toEqual([]);
  });
});
