import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
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

const redirected = PARTIES.map((thief): Attack =>
  attack(
    `every payout to the ${thief.name}`,
    ({ draft, places, stateless }) =>
      !stateless &&
      places.payouts.some(
        (index) =>
          draft.outputs[index] !== undefined && at(draft.outputs, index).lockingBytecode !== thief.lockingBytecode,
      ),
    ({ draft, places }) =>
      places.payouts.reduce(
        (changed, index) =>
          changed.outputs[index] === undefined
            ? changed
            : changeOutput(changed, index, (output) => ({ ...output, lockingBytecode: thief.lockingBytecode })),
        draft,
      ),
  ),
);

/** Everything the spent state carried, or a part of it, given to an output that had none. */
const carry = (
  name: string,
  part: (token: Token) => Token,
  to: (spend: HonestSpend) => number,
  appliesTo: Attack['appliesTo'],
): Attack =>
  attack(name, appliesTo, (spend) => {
    const token = part(spentToken(spend));
    return changeOutput(spend.draft, to(spend), (output) => ({ ...output, token }));
  });

const last = ({ draft }: HonestSpend): number => draft.outputs.length - 1;
const payout = ({ places }: HonestSpend): number => places.payouts[0] ?? 0;
const hasTokens = (spend: HonestSpend): boolean =>
  touchesState(spend) && (holdsUnit(spend) || spend.places.clockSpent !== undefined);

/** On a path that continues: the state loses something and somebody else gets it. */
const carriedOff: readonly Attack[] = PARTIES.flatMap((thief): Attack[] => [
  attack(`the NFT carried off by the ${thief.name}`, continues, (spend) => {
    const token = nftOf(stateOf(spend).token ?? { category: named32('none'), amount: 0n });
    const bare = changeOutput(spend.draft, stateIndex(spend), withoutToken);
    return append(changeValue(bare, stateIndex(spend), -800n), { ...payTo(thief, 800n), token });
  }),
  attack(`the NFT kept by the ${thief.name} on a path that ends`, ends, (spend) =>
    append(spend.draft, { ...payTo(thief, 800n), token: nftOf(spentToken(spend)) }),
  ),
]);

const withForeign = (name: string, to: (spend: HonestSpend) => number, appliesTo: Attack['appliesTo']): Attack =>
  attack(name, appliesTo, (spend) =>
    changeOutput({ ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] }, to(spend), (output) => ({
      ...output,
      token: FOREIGN,
    })),
  );

/** Who is paid, and what tokens may go where. */
export const outputAttacks: readonly Attack[] = [
  ...redirected,
  ...carriedOff,
  attack(
    'the state at output 1, the payout at output 0',
    (spend) => continues(spend) && spend.draft.outputs.length > 1,
    ({ draft }) => ({
      ...draft,
      outputs: [at(draft.outputs, 1), at(draft.outputs, 0), ...draft.outputs.slice(2)],
    }),
  ),
  attack('the outputs a place later, behind one of the spender', touchesState, ({ draft }) => ({
    ...draft,
    outputs: [payTo(outsider, 546n), ...draft.outputs],
  })),
  carry('the unit hung on the payout', unitOf, payout, (spend) => hasTokens(spend) && spend.places.payouts.length > 0),
  carry('the unit kept in the last output', unitOf, last, (spend) => hasTokens(spend) && ends(spend)),
  carry('the NFT hung on the payout of a path that ends', nftOf, payout, ends),
  ...[
    { what: 'NFT', part: nftOf },
    { what: 'unit', part: unitOf },
    { what: 'NFT and unit', part: (token: Token): Token => ({ ...token, amount: 1n }) },
  ].map(({ what, part }): Attack =>
    attack(`${what} hung on the payout of a path that ends, a plain output behind it`, ends, (spend) =>
      append(
        changeOutput(spend.draft, payout(spend), (output) => ({ ...output, token: part(spentToken(spend)) })),
        payTo(outsider, 0n),
      ),
    ),
  ),
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
  attack('the NFT in the middle of too many outputs on a path that ends', ends, (spend) => {
    const token = nftOf(spentToken(spend));
    return append(
      spend.draft,
      payTo(outsider, 0n),
      { ...payTo(outsider, 0n), token },
      payTo(outsider, 0n),
      payTo(outsider, 0n),
    );
  }),
  ...[1, 2].map((index): Attack =>
    attack(
      `one output too many on a path that ends, the NFT at index ${index}`,
      ({ places }) => places.mostOutputs !== undefined && index < places.mostOutputs,
      ({ draft, places, ...spend }) => {
        const nft = nftOf(spentToken({ draft, places, ...spend }));
        const padded = Array.from(
          { length: (places.mostOutputs ?? 0) + 1 },
          (_, i) => draft.outputs[i] ?? payTo(outsider, 0n),
        );
        return changeOutput({ ...draft, outputs: padded }, index, (output) => ({ ...output, token: nft }));
      },
    ),
  ),
  attack(
    'one plain output too many on a path that ends',
    ({ places }) => places.mostOutputs !== undefined,
    ({ draft, places }) => ({
      ...draft,
      outputs: Array.from({ length: (places.mostOutputs ?? 0) + 1 }, (_, i) => draft.outputs[i] ?? payTo(outsider, 0n)),
    }),
  ),
];
