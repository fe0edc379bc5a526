import { amountAttacks, amountLiberties, satoshiAttacks } from '../attacks/amounts.js';
import { inputAttacks } from '../attacks/inputs.js';
import { outputAttacks } from '../attacks/outputs.js';
import { pairAttacks } from '../attacks/pair.js';
import { signingAttacks } from '../attacks/signing.js';
import { stateOutputAttacks } from '../attacks/state-output.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import { describeAttacks, describeLiberties } from '../support/attack-suite.js';
import type { Attack, HonestSpend } from '../support/attack.js';
import { commitmentAttacks } from './commitment-attacks.js';
import { applicable, asPayments } from './spends.js';

type Table = readonly [title: string, attacks: readonly Attack[], targets: readonly HonestSpend[]];

/** The tables that every covenant is tried with, as far as an airdrop has what they attack. */
export const commonTables = (spends: readonly HonestSpend[]): readonly Table[] => {
  const inTokens = spends.some(({ places }) => places.companion !== undefined);
  return [
    // Beside its message the creator's own signature of the transaction is as good.
    ['signatures and arguments', signingAttacks, spends.filter(({ name }) => name !== 'close by message')],
    ['amounts and fees', inTokens ? amountAttacks : [...satoshiAttacks, ...amountAttacks], asPayments(spends)],
    ['payouts and tokens', outputAttacks, spends],
    ['the state that continues', [...stateOutputAttacks, ...commitmentAttacks], spends],
    ['inputs', inputAttacks, spends],
    ...(inTokens
      ? ([
          ['the pair of state and tokens', pairAttacks, spends],
          ['tokens paid and returned', tokenPaymentAttacks, spends],
        ] as const)
      : []),
  ];
};

/** Tries the tables on all honest spends, and what spenders may choose. */
export const describeCommonAttacks = (title: string, spends: readonly HonestSpend[]): void => {
  describe(title, () => {
    for (const [name, attacks, targets] of commonTables(spends))
      describeAttacks(name, applicable(attacks, targets), targets);
    describeLiberties('what spenders may choose: amounts', amountLiberties, asPayments(spends));
  });
};
