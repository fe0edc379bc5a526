import { applicable } from '../airdrop/spends.js';
import { selectorAttacks, signingAttacks } from '../attacks/signing.js';
import { describeAttacks } from '../support/attack-suite.js';
import { judge, judgeAttack } from '../support/judge.js';
import { seal } from '../support/transaction.js';
import { purseRows } from './purse-rows.js';
import { purseSpends } from './purse-spends.js';
import { ASSETS } from './purse.js';
import { rosterRows } from './roster-rows.js';
import { rosterSpends } from './roster-spends.js';
import type { Row } from './transactions.js';

const COVENANTS = [
  ...ASSETS.map((asset) => [`a purse in ${asset}`, () => purseSpends(asset), () => purseRows(asset)] as const),
  ['a roster', rosterSpends, rosterRows] as const,
];

const refusal = ({ tried, tip }: Row) => judgeAttack('transaction' in tried ? tried : seal(tried), tip);

describe.each(COVENANTS)('%s', (_, spends, rows) => {
  it.each(spends().map((spend) => [spend.name, spend] as const))('accepts: %s', (__, { draft, tip }) => {
    expect(judge(draft, tip)).toMatchObject({ accepted: true });
  });

  it.each(rows().map((row) => [row.attacker, row.name, row] as const))('refuses the %s: %s', (__, ___, row) => {
    expect(refusal(row)).toMatchObject({ accepted: false, by: row.refusedBy });
  });

  it('has attacks of different names', () => {
    const names = rows().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

for (const asset of ASSETS) {
  const signed = purseSpends(asset).filter(({ name }) => /^(?:payment of a half|home by the second)/u.test(name));
  describeAttacks(`keys and signatures of a purse in ${asset}`, applicable(signingAttacks, signed), signed);
}

const keyless = rosterSpends()
  .filter(({ name }) => name === 'recovery')
  .map((spend) => ({ ...spend, places: { ...spend.places, spent: 1 } }));
describeAttacks('calls of a recovery', applicable(selectorAttacks, keyless), keyless);
