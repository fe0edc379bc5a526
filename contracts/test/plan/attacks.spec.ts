import { describeAttacks, describeLiberties, everySpend, oneSpend } from '../support/attack-suite.js';
import { planLiberties, planTables } from './attack-tables.js';
import { KINDS } from './covenant.js';
import { leavesLastInput, planSpends } from './honest-spends.js';

describe.each(KINDS)('%s', (kind) => {
  const spends = planSpends(kind);
  // What has vested is computed another way in steps, and what is due another way under a pause.
  for (const [title, table] of planTables(kind))
    describeAttacks(title, table, spends, title === 'time' ? everySpend : oneSpend);
  for (const [title, table] of planLiberties) describeLiberties(title, table, spends.filter(leavesLastInput));
});
