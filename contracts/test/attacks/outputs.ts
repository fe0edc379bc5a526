import type { Attack, HonestSpend } from '../support/attack-suite.js';
import { at, named32 } from '../support/bytes.js';
import { payTo } from '../support/coins.js';
import { outsider, PARTIES } from '../support/parties.js';
import {
  append,
  changeOutput,
  changeValue,
  continues,
  ends,
  stateOf,
  touchesState,
  withoutToken,
} from './mutations.js';
import { FOREIGN, foreignCoin, holdsUnit, nftOf, spentToken, unitOf, type Token } from './tokens.js';

const stateIndex = ({ places }: HonestSpend): number => places.state ?? 0;

const redirected = PARTIES.map((thief): Attack => ({
  name: `every payout to the ${thief.name}`,
  appliesTo: ({ draft, places }) =>
    places.payouts.some(
      (index) =>
        draft.outputs[index] !== undefined && at(draft.outputs, index).lockingBytecode !== thief.lockingBytecode,
    ),
  mutate: ({ draft, places }) =>
    places.payouts.reduce(
      (changed, index) =>
        changed.outputs[index] === undefined
          ? changed
          : changeOutput(changed, index, (output) => ({ ...output, lockingBytecode: thief.lockingBytecode })),
      draft,
    ),
}));

/** Everything the spent state carried, or a part of it, given to an output that had none. */
const carry = (
  name: string,
  part: (token: Token) => Token,
  to: (spend: HonestSpend) => number,
  appliesTo: Attack['appliesTo'],
): Attack => ({
  name,
  appliesTo,
  mutate: (spend) => {
    const token = part(spentToken(spend));
    return changeOutput(spend.draft, to(spend), (output) => ({ ...output, token }));
  },
});

const last = ({ draft }: HonestSpend): number => draft.outputs.length - 1;
const payout = ({ places }: HonestSpend): number => places.payouts[0] ?? 0;
const hasTokens = (spend: HonestSpend): boolean =>
  touchesState(spend) && (holdsUnit(spend) || spend.places.clockSpent !== undefined);

/** On a path that continues: the state loses something and somebody else gets it. */
const carriedOff: readonly Attack[] = PARTIES.flatMap((thief): Attack[] => [
  {
    name: `the NFT carried off by the ${thief.name}`,
    appliesTo: continues,
    mutate: (spend) => {
      const token = nftOf(stateOf(spend).token ?? { category: named32('none'), amount: 0n });
      const bare = changeOutput(spend.draft, stateIndex(spend), withoutToken);
      return append(changeValue(bare, stateIndex(spend), -800n), { ...payTo(thief, 800n), token });
    },
  },
  {
    name: `the NFT kept by the ${thief.name} on a path that ends`,
    appliesTo: ends,
    mutate: (spend) => append(spend.draft, { ...payTo(thief, 800n), token: nftOf(spentToken(spend)) }),
  },
]);

const withForeign = (name: string, to: (spend: HonestSpend) => number, appliesTo: Attack['appliesTo']): Attack => ({
  name,
  appliesTo,
  mutate: (spend) =>
    changeOutput({ ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] }, to(spend), (output) => ({
      ...output,
      token: FOREIGN,
    })),
});

/** Who is paid, and what tokens may go where. */
export const outputAttacks: readonly Attack[] = [
  ...redirected.map((attack): Attack => ({
    ...attack,
    appliesTo: (spend) => !spend.stateless && attack.appliesTo(spend),
  })),
  ...carriedOff,
  {
    name: 'the state at output 1, the payout at output 0',
    appliesTo: (spend) => continues(spend) && spend.draft.outputs.length > 1,
    mutate: ({ draft }) => ({
      ...draft,
      outputs: [at(draft.outputs, 1), at(draft.outputs, 0), ...draft.outputs.slice(2)],
    }),
  },
  {
    name: 'the outputs a place later, behind one of the spender',
    appliesTo: touchesState,
    mutate: ({ draft }) => ({ ...draft, outputs: [payTo(outsider, 546n), ...draft.outputs] }),
  },
  carry('the unit hung on the payout', unitOf, payout, (spend) => hasTokens(spend) && spend.places.payouts.length > 0),
  carry('the unit kept in the last output', unitOf, last, (spend) => hasTokens(spend) && ends(spend)),
  carry('the NFT hung on the payout of a path that ends', nftOf, payout, ends),
  ...[
    { what: 'NFT', part: nftOf },
    { what: 'unit', part: unitOf },
    { what: 'NFT and unit', part: (token: Token): Token => ({ ...token, amount: 1n }) },
  ].map(({ what, part }): Attack => ({
    name: `${what} hung on the payout of a path that ends, a plain output behind it`,
    appliesTo: ends,
    mutate: (spend) =>
      append(
        changeOutput(spend.draft, payout(spend), (output) => ({ ...output, token: part(spentToken(spend)) })),
        payTo(outsider, 0n),
      ),
  })),
  carry('the NFT kept in the last output of a path that ends', nftOf, last, ends),
  carry(
    'the NFT kept in the middle output of a path that ends',
    nftOf,
    () => 1,
    (spend) => ends(spend) && spend.draft.outputs.length === 3,
  ),
  carry('the whole token kept in the last output of a path that ends', (token) => token, last, ends),
  withForeign(
    "a token of the spender's hung on the payout",
    payout,
    (spend) => touchesState(spend) && spend.places.payouts.length > 0,
  ),
  withForeign("a token of the spender's in the last output of a path that ends", last, ends),
  {
    name: 'the NFT in the middle of too many outputs on a path that ends',
    appliesTo: ends,
    mutate: (spend) => {
      const token = nftOf(spentToken(spend));
      return append(
        spend.draft,
        payTo(outsider, 0n),
        { ...payTo(outsider, 0n), token },
        payTo(outsider, 0n),
        payTo(outsider, 0n),
      );
    },
  },
  ...[1, 2].map((index): Attack => ({
    name: `one output too many on a path that ends, the NFT at index ${index}`,
    appliesTo: ({ places }) => places.mostOutputs !== undefined && index < places.mostOutputs,
    mutate: ({ draft, places, ...spend }) => {
      const nft = nftOf(spentToken({ draft, places, ...spend }));
      const padded = Array.from(
        { length: (places.mostOutputs ?? 0) + 1 },
        (_, i) => draft.outputs[i] ?? payTo(outsider, 0n),
      );
      return changeOutput({ ...draft, outputs: padded }, index, (output) => ({ ...output, token: nft }));
    },
  })),
  {
    name: 'one plain output too many on a path that ends',
    appliesTo: ({ places }) => places.mostOutputs !== undefined,
    mutate: ({ draft, places }) => ({
      ...draft,
      outputs: Array.from({ length: (places.mostOutputs ?? 0) + 1 }, (_, i) => draft.outputs[i] ?? payTo(outsider, 0n)),
    }),
  },
];
