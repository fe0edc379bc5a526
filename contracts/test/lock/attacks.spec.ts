import { describeAttacks, describeLiberties } from '../support/attack-suite.js';
import { judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { choosable, lockLiberties, lockTables } from './attack-tables.js';
import { lockSpends } from './honest-spends.js';
import { TIP } from './lock.js';
import { ruleRows } from './rule-rows.js';

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a lock in %s', (asset) => {
  const spends = lockSpends(asset);
  for (const [title, attacks, targets] of lockTables(asset, spends)) describeAttacks(title, attacks, targets);
  for (const [title, liberties] of lockLiberties) describeLiberties(title, liberties, choosable(spends));

  it.each(ruleRows(asset))('refuses %s', (_, draft) => {
    expect(judgeAttack(seal(draft), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });
});
