import { sampled } from '../support/bytes.js';
import { accept, isValid } from '../support/judge.js';
import { isLedgerSound } from '../support/ledger.js';
import { seal } from '../support/transaction.js';
import { changesOf } from './changes.js';
import { KINDS } from './covenant.js';
import { calendarModel } from './model.js';
import { calendarSpends } from './spends.js';
import { LIST, TIP } from './stream.js';

describe.each(KINDS)('%s', (kind) => {
  const spends = calendarSpends(kind);

  it.each(spends.map((spend) => [spend.name, spend] as const))('accepts %s', (_, { draft }) => {
    accept(draft, TIP);
  });

  it.each(spends.map((spend, at) => [spend.name, spend, at] as const))(
    'accepts and refuses %s with a change as the rules in words say',
    (_, spend, at) => {
      const tried = sampled(changesOf(spend), 7, at).filter(([, draft]) => isLedgerSound(draft));
      const addresses = spend.streams.map(({ address }) => address);
      const findProblem = calendarModel({ addresses, lists: [LIST] });
      const differences = tried.flatMap(([name, draft]) => {
        const problem = findProblem(draft);
        return isValid(seal(draft)) === (problem === undefined) ? [] : [`${name}: ${problem ?? 'allowed'}`];
      });
      expect(differences).toEqual([]);
      expect(tried.filter(([, draft]) => findProblem(draft) !== undefined).length).toBeGreaterThan(1);
    },
  );
});
