import { judge, judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { currencyRows } from './rows.js';
import { currencySpends } from './spends.js';

describe('a payment in a currency and its till', () => {
  it.each(currencySpends().map((spend) => [spend.name, spend] as const))('accepts: %s', (_, { draft, tip }) => {
    expect(judge(draft, tip)).toMatchObject({ accepted: true });
  });

  it.each(currencyRows().map((row) => [row.attacker, row.name, row] as const))('refuses the %s: %s', (_, __, row) => {
    expect(judgeAttack(seal(row.draft), row.tip)).toMatchObject({ accepted: false, by: row.refusedBy });
  });

  it('has attacks of different names', () => {
    const names = currencyRows().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
