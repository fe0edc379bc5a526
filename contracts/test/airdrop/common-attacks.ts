import { amountAttacks, amountLiberties, satoshiAttacks } from '../attacks/amounts.js';
import { inputAttacks } from '../attacks/inputs.js';
import { changeOutput, continues } from '../attacks/mutations.js';
import { outputAttacks } from '../attacks/outputs.js';
import { pairAttacks } from '../attacks/pair.js';
import { signingAttacks } from '../attacks/signing.js';
import { stateOutputAttacks } from '../attacks/state-output.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import { attack, type Attack, describeAttacks, describeLiberties, type HonestSpend } from '../support/attack-suite.js';
import { applicable, asPayments } from './spends.js';

const withCommitment = (name: string, change: (commitment: Uint8Array) => Uint8Array): Attack =>
  attack(`the commitment ${name}`, continues, ({ draft }) =>
    changeOutput(draft, 0, (output) => {
      if (output.token?.nft === undefined) throw new Error('A state carries an NFT');
      return {
        ...output,
        token: { ...output.token, nft: { ...output.token.nft, commitment: change(output.token.nft.commitment) } },
      };
    }),
  );

const shifted = (by: number, index: number) =>
  withCommitment(`changed by ${by} in byte ${index}`, (commitment) =>
    commitment.map((byte, i) => (i === index ? (byte + by) & 0xff : byte)),
  );

/** The bytes of a state beyond those that the common table tries: the end of the root, version, lane, and the claims so far. */
const commitmentAttacks: readonly Attack[] = [
  ...[16, 31, 32, 33, 34, 35, 36, 39].flatMap((index) => [shifted(1, index), shifted(-1, index)]),
  withCommitment('with a root of zeros', (commitment) => commitment.map((byte, index) => (index < 32 ? 0 : byte))),
];

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

/** Tries the tables on all valid spends, and what spenders may choose. */
export const describeCommonAttacks = (title: string, spends: readonly HonestSpend[]): void => {
  describe(title, () => {
    for (const [name, attacks, targets] of commonTables(spends))
      describeAttacks(name, applicable(attacks, targets), targets);
    describeLiberties('what spenders may choose: amounts', amountLiberties, asPayments(spends));
  });
};
