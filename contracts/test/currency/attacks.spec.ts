import { judge, judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { FORMS } from './currency.js';
import { currencyRows } from './rows.js';
import { currencySpends, sceneOf } from './spends.js';

describe.each(FORMS)('%s and its till', (form) => {
  const scene = sceneOf(form);
  const rows = currencyRows(scene);

  it.each(currencySpends(scene).map((spend) => [spend.name, spend] as const))('accepts: %s', (_, { draft, tip }) => {
    expect(judge(draft, tip)).toMatchObject({ accepted: true });
  });

  it.each(rows.map((row) => [row.attacker, row.name, row] as const))('refuses the %s: %s', (_, __, row) => {
    expect(judgeAttack(seal(row.draft), row.tip)).toMatchObject({ accepted: false, by: row.refusedBy });
  });

  it('has attacks of different names', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
