import { judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { KINDS } from './covenant.js';
import { calendarRows } from './rows.js';
import { TIP } from './stream.js';

describe.each(KINDS)('%s', (kind) => {
  const rows = calendarRows(kind);

  it.each(rows.map(({ name, draft }) => [name, draft] as const))('refuses: %s', (_, draft) => {
    expect(judgeAttack(seal(draft), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('has attacks of different names', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
