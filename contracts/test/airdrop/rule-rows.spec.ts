import { judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { OF_A_SCRIPT } from './honest-spends.js';
import { ruleRows } from './rule-rows.js';
import { KINDS } from './scenes.js';
import { TIP } from './spends.js';

describe.each(KINDS)('a %s in %s', (kind, asset) => {
  it.each([
    ['of a key', ruleRows(kind, asset)],
    ['of a script', ruleRows(kind, asset, OF_A_SCRIPT)],
  ])('%s refuses what single rules are for', (_, rows) => {
    for (const [name, draft] of rows)
      expect([name, judgeAttack(seal(draft), TIP)]).toMatchObject([name, { accepted: false, by: 'script' }]);
  });
});
