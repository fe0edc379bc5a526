import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { at } from '../support/bytes.js';
import { payTo } from '../support/coins.js';
import { outsider, PARTIES } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { append, changeAmount, changeOutput, changeValue, continues, isPair, withoutToken } from './mutations.js';
import { FOREIGN, foreignCoin } from './tokens.js';

const paysTokens = ({ places }: HonestSpend): boolean => places.tokensLeft !== undefined && places.payouts.length > 0;
const payout = ({ places }: HonestSpend): number => places.payouts[0] ?? 0;
const rest = ({ places }: HonestSpend): number => places.tokensLeft ?? 1;
const hasRest = (spend: HonestSpend): boolean =>
  paysTokens(spend) && spend.draft.outputs[rest(spend)]?.token !== undefined;

/** With a coin of the spender's that holds one more token of the stream's category. */
const withOwnToken = (spend: HonestSpend): Draft => {
  const { token } = at(spend.draft.inputs, spend.places.companion ?? 1).coin.output;
  const output = {
    ...foreignCoin.coin.output,
    ...(token === undefined ? {} : { token: { category: token.category, amount: 1n } }),
  };
  return { ...spend.draft, inputs: [...spend.draft.inputs, { ...foreignCoin, coin: { ...foreignCoin.coin, output } }] };
};

const onTokens = (
  name: string,
  change: (spend: HonestSpend) => Draft,
  appliesTo: Attack['appliesTo'] = paysTokens,
): Attack => attack(name, appliesTo, change);

/** How many tokens are paid and returned, and which. */
export const tokenPaymentAttacks: readonly Attack[] = [
  onTokens(
    'a token too many to the payee, out of the rest',
    (spend) => changeAmount(changeAmount(spend.draft, payout(spend), 1n), rest(spend), -1n),
    hasRest,
  ),
  onTokens(
    'a token too few to the payee, left with the rest',
    (spend) => changeAmount(changeAmount(spend.draft, payout(spend), -1n), rest(spend), 1n),
    hasRest,
  ),
  onTokens('a token too few to the payee, burned', (spend) => changeAmount(spend.draft, payout(spend), -1n)),
  onTokens("a token of the spender's own added to the payout", (spend) =>
    changeAmount(withOwnToken(spend), payout(spend), 1n),
  ),
  onTokens(
    "a token of the spender's own added to the rest",
    (spend) => changeAmount(withOwnToken(spend), rest(spend), 1n),
    hasRest,
  ),
  onTokens("the payee's tokens burned", (spend) => changeOutput(spend.draft, payout(spend), withoutToken)),
  onTokens('a payout of 999 satoshis', (spend) =>
    changeOutput(spend.draft, payout(spend), (output) => ({ ...output, valueSatoshis: 999n })),
  ),
  ...PARTIES.flatMap((thief) => [
    onTokens(`a token of the payee's kept by the ${thief.name}`, (spend) => {
      const { token } = at(spend.draft.outputs, payout(spend));
      const kept = { ...payTo(thief, 800n), ...(token === undefined ? {} : { token: { ...token, amount: 1n } }) };
      return append(changeAmount(spend.draft, payout(spend), -1n), kept);
    }),
    onTokens(
      `a token of the rest kept by the ${thief.name}`,
      (spend) => {
        const { token } = at(spend.draft.outputs, rest(spend));
        const kept = { ...payTo(thief, 800n), ...(token === undefined ? {} : { token: { ...token, amount: 1n } }) };
        return append(changeAmount(spend.draft, rest(spend), -1n), kept);
      },
      hasRest,
    ),
  ]),
  onTokens('other tokens paid in place of those of the stream', (spend) => {
    const { token } = at(spend.draft.outputs, payout(spend));
    const coin = {
      ...foreignCoin.coin,
      output: { ...foreignCoin.coin.output, token: { ...FOREIGN, amount: token?.amount ?? 1n } },
    };
    const paid = changeOutput(
      { ...spend.draft, inputs: [...spend.draft.inputs, { ...foreignCoin, coin }] },
      payout(spend),
      (output) => ({
        ...output,
        token: { ...FOREIGN, amount: token?.amount ?? 1n },
      }),
    );
    return append(paid, { ...payTo(outsider, 1_000n), ...(token === undefined ? {} : { token }) });
  }),
  attack(
    'the rest of the tokens burned on a path that ends',
    (spend) => hasRest(spend) && !continues(spend),
    (spend) => changeOutput(spend.draft, rest(spend), withoutToken),
  ),
  attack(
    'the rest of the tokens in a third output on a path that ends',
    (spend) => hasRest(spend) && !continues(spend),
    (spend) => {
      const { token } = at(spend.draft.outputs, rest(spend));
      const bare = changeOutput(spend.draft, rest(spend), withoutToken);
      const third = { ...payTo(outsider, 0n), ...(token === undefined ? {} : { token }) };
      return { ...bare, outputs: [...bare.outputs.slice(0, 2), third] };
    },
  ),
  attack(
    "another token of the spender's returned on a path that ends",
    (spend) => paysTokens(spend) && !continues(spend) && !hasRest(spend),
    (spend) =>
      changeOutput({ ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] }, rest(spend), (output) => ({
        ...output,
        token: FOREIGN,
      })),
  ),
  attack(
    'a refund that keeps a token back',
    (spend) => isPair(spend) && spend.places.tokensLeft === undefined,
    (spend) => changeAmount(spend.draft, 0, -1n),
  ),
  attack(
    'a refund that burns the tokens',
    (spend) => isPair(spend) && spend.places.tokensLeft === undefined,
    (spend) => changeValue(changeOutput(spend.draft, 0, withoutToken), 0, -10n),
  ),
];
