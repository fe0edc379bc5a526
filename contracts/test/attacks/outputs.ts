import type { Output } from '@bitauth/libauth';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo } from '../support/coins.js';
import type { Attack, HonestSpend } from '../support/attack.js';
import { outsider, PARTIES, recipient, sender } from '../support/parties.js';
import { SEQUENCE_PLAIN } from '../support/transaction.js';
import type { DraftInput } from '../support/transaction.js';
import { append, changeOutput, changeValue, continues, ends, stateOf, touchesState, withoutToken } from './mutations.js';

type Token = NonNullable<Output['token']>;
type Nft = NonNullable<Token['nft']>;

const stateIndex = ({ places }: HonestSpend): number => places.state ?? 0;
const spentState = ({ draft }: HonestSpend): Output => at(draft.inputs, 0).coin.output;

const onState = (name: string, change: (output: Output, spend: HonestSpend) => Output, appliesTo: Attack['appliesTo'] = continues): Attack => ({
  name,
  appliesTo,
  mutate: (spend) => changeOutput(spend.draft, stateIndex(spend), (output) => change(output, spend)),
});

const withNft = (output: Output, change: (nft: Nft) => Nft): Output => {
  const { token } = output;
  if (token?.nft === undefined) throw new Error('A state carries an NFT');
  return { ...output, token: { ...token, nft: change(token.nft) } };
};

const withCommitment = (name: string, change: (commitment: Uint8Array) => Uint8Array): Attack =>
  onState(`the commitment ${name}`, (output) => withNft(output, (nft) => ({ ...nft, commitment: change(nft.commitment) })));

const redirected = PARTIES.map((thief): Attack => ({
  name: `every payout to the ${thief.name}`,
  appliesTo: ({ draft, places }) =>
    places.payouts.some((index) => draft.outputs[index] !== undefined && at(draft.outputs, index).lockingBytecode !== thief.lockingBytecode),
  mutate: ({ draft, places }) =>
    places.payouts.reduce(
      (changed, index) =>
        changed.outputs[index] === undefined
          ? changed
          : changeOutput(changed, index, (output) => ({ ...output, lockingBytecode: thief.lockingBytecode })),
      draft,
    ),
}));

const bytes = Array.from({ length: 15 }, (_, index) => index).flatMap((index) => [
  withCommitment(`raised by one in byte ${index}`, (commitment) => commitment.map((byte, i) => (i === index ? (byte + 1) & 0xff : byte))),
  withCommitment(`lowered by one in byte ${index}`, (commitment) => commitment.map((byte, i) => (i === index ? (byte - 1) & 0xff : byte))),
]);

const holdsUnit = (spend: HonestSpend): boolean => (spentState(spend).token?.amount ?? 0n) > 0n;

/** Everything the spent state carried, or a part of it, given to an output that had none. */
const carry = (name: string, part: (token: Token) => Token, to: (spend: HonestSpend) => number, appliesTo: Attack['appliesTo']): Attack => ({
  name,
  appliesTo,
  mutate: (spend) => {
    const token = part(spentState(spend).token ?? { category: named32('none'), amount: 0n });
    return changeOutput(spend.draft, to(spend), (output) => ({ ...output, token }));
  },
});

const unitOf = ({ category }: Token): Token => ({ category, amount: 1n });
const nftOf = ({ category, nft }: Token): Token => ({ category, amount: 0n, ...(nft === undefined ? {} : { nft }) });
const last = ({ draft }: HonestSpend): number => draft.outputs.length - 1;
const payout = ({ places }: HonestSpend): number => places.payouts[0] ?? 0;
const hasTokens = (spend: HonestSpend): boolean => touchesState(spend) && (holdsUnit(spend) || spend.places.clockSpent !== undefined);

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
    mutate: (spend) =>
      append(spend.draft, { ...payTo(thief, 800n), token: nftOf(spentState(spend).token ?? { category: named32('none'), amount: 0n }) }),
  },
]);

const freshCategory: Attack = {
  name: 'the state under a fresh category, made by an input with an index-0 outpoint',
  appliesTo: continues,
  mutate: (spend) => {
    const coin = coinNamed('genesis coin', { lockingBytecode: outsider.lockingBytecode, valueSatoshis: 50_000n }, { vout: 0 });
    const draft = {
      ...spend.draft,
      inputs: [...spend.draft.inputs, { coin, sequence: 0xfffffffe, unlocking: { kind: 'key', owner: outsider } as const }],
    };
    return changeOutput(draft, stateIndex(spend), (output) => ({
      ...output,
      token: { category: coin.txid, amount: 1n, ...(output.token?.nft === undefined ? {} : { nft: output.token.nft }) },
    }));
  },
};

const FOREIGN: Token = { category: named32('a token of the spender'), amount: 1n };

/** A coin of the spender's with one unit of his own token. */
const foreignCoin: DraftInput = {
  coin: coinNamed('tokens of the spender', { ...payTo(outsider, 10_000n), token: FOREIGN }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner: outsider },
};

const withForeign = (name: string, to: (spend: HonestSpend) => number, appliesTo: Attack['appliesTo']): Attack => ({
  name,
  appliesTo,
  mutate: (spend) =>
    changeOutput({ ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] }, to(spend), (output) => ({ ...output, token: FOREIGN })),
});

const clock = ({ places }: HonestSpend): number => places.clockMade ?? 0;
const makesClock = ({ places }: HonestSpend): boolean => places.clockMade !== undefined;
const onClock = (name: string, change: (output: Output, spend: HonestSpend) => Output): Attack => ({
  name,
  appliesTo: makesClock,
  mutate: (spend) => changeOutput(spend.draft, clock(spend), (output) => change(output, spend)),
});

/** Where money, NFT, unit and clock may go, and in which form. */
export const outputAttacks: readonly Attack[] = [
  ...redirected.map((attack): Attack => ({ ...attack, appliesTo: (spend) => !spend.stateless && attack.appliesTo(spend) })),
  ...PARTIES.map((thief) =>
    onState(`the state moved to the ${thief.name}'s address`, (output) => ({ ...output, lockingBytecode: thief.lockingBytecode })),
  ),
  onState('the state moved to another P2SH32', (output) => ({
    ...output,
    lockingBytecode: output.lockingBytecode.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
  })),
  onState('the state made immutable', (output) => withNft(output, (nft) => ({ ...nft, capability: 'none' }))),
  onState('the state made minting', (output) => withNft(output, (nft) => ({ ...nft, capability: 'minting' }))),
  onState('the state NFT burned on a path that continues', withoutToken),
  onState(
    'the NFT burned, the unit kept',
    (output) => (output.token === undefined ? output : { ...output, token: unitOf(output.token) }),
    (spend) => continues(spend) && holdsUnit(spend),
  ),
  onState(
    'the unit burned',
    (output) => (output.token === undefined ? output : { ...output, token: { ...output.token, amount: 0n } }),
    (spend) => continues(spend) && holdsUnit(spend) && spend.places.clockMade === undefined,
  ),
  onState('one unit more', (output) =>
    output.token === undefined ? output : { ...output, token: { ...output.token, amount: output.token.amount + 1n } },
  ),
  ...bytes,
  withCommitment('emptied', () => new Uint8Array()),
  withCommitment('cut by a byte', (commitment) => commitment.slice(0, -1)),
  withCommitment('longer by a zero', (commitment) => Uint8Array.of(...commitment, 0)),
  withCommitment('as it was', (commitment) => commitment.map((_, index) => (index < 10 ? 0 : 1))),
  onState('the commitment not advanced', (output, spend) =>
    withNft(output, (nft) => ({ ...nft, commitment: spentState(spend).token?.nft?.commitment ?? nft.commitment })),
  ),
  ...carriedOff,
  freshCategory,
  {
    name: 'the state at output 1, the payout at output 0',
    appliesTo: (spend) => continues(spend) && spend.draft.outputs.length > 1,
    mutate: ({ draft }) => ({ ...draft, outputs: [at(draft.outputs, 1), at(draft.outputs, 0), ...draft.outputs.slice(2)] }),
  },
  {
    name: 'the outputs a place later, behind one of the spender',
    appliesTo: touchesState,
    mutate: ({ draft }) => ({ ...draft, outputs: [payTo(outsider, 546n), ...draft.outputs] }),
  },
  carry('the unit hung on the payout', unitOf, payout, (spend) => hasTokens(spend) && spend.places.payouts.length > 0),
  carry('the unit kept in the last output', unitOf, last, (spend) => hasTokens(spend) && ends(spend)),
  carry('the NFT hung on the payout of a path that ends', nftOf, payout, ends),
  carry('the NFT kept in the last output of a path that ends', nftOf, last, ends),
  carry(
    'the NFT kept in the middle output of a path that ends',
    nftOf,
    () => 1,
    (spend) => ends(spend) && spend.draft.outputs.length === 3,
  ),
  carry('the whole token kept in the last output of a path that ends', (token) => token, last, ends),
  withForeign("a token of the spender's hung on the payout", payout, (spend) => touchesState(spend) && spend.places.payouts.length > 0),
  withForeign("a token of the spender's in the last output of a path that ends", last, ends),
  {
    name: "a token of the spender's for a clock, the unit kept",
    appliesTo: makesClock,
    mutate: (spend) => {
      const draft = { ...spend.draft, inputs: [...spend.draft.inputs, foreignCoin] };
      const kept = { ...payTo(sender, 681n), token: { category: stateOf(spend).token?.category ?? named32('none'), amount: 1n } };
      return append(
        changeOutput(draft, clock(spend), (output) => ({ ...output, token: FOREIGN })),
        kept,
      );
    },
  },
  {
    name: 'the NFT in the middle of too many outputs on a path that ends',
    appliesTo: ends,
    mutate: (spend) => {
      const token = nftOf(spentState(spend).token ?? { category: named32('none'), amount: 0n });
      return append(spend.draft, payTo(outsider, 0n), { ...payTo(outsider, 0n), token }, payTo(outsider, 0n), payTo(outsider, 0n));
    },
  },
  {
    name: 'too many outputs on a path that ends',
    appliesTo: ends,
    mutate: ({ draft }) => append(draft, payTo(outsider, 0n), payTo(outsider, 0n), payTo(outsider, 0n)),
  },
  ...[sender, recipient, outsider].map((thief) =>
    onClock(`the clock locked to the ${thief.name}`, (output) => ({ ...output, lockingBytecode: thief.lockingBytecode })),
  ),
  onClock('the clock locked by the covenant itself', (output, spend) => ({ ...output, lockingBytecode: stateOf(spend).lockingBytecode })),
  onClock('the clock unit burned', withoutToken),
  onClock('an immutable NFT for a clock', (output) => ({
    ...output,
    token: { category: output.token?.category ?? named32('none'), amount: 0n, nft: { capability: 'none', commitment: new Uint8Array() } },
  })),
  {
    name: 'the unit kept by the state of a cancel',
    appliesTo: makesClock,
    mutate: (spend) =>
      changeOutput(changeOutput(spend.draft, clock(spend), withoutToken), stateIndex(spend), (output) =>
        output.token === undefined ? output : { ...output, token: { ...output.token, amount: 1n } },
      ),
  },
  {
    name: 'the unit beside the clock, in an output of the canceller',
    appliesTo: makesClock,
    mutate: (spend) =>
      append(changeOutput(spend.draft, clock(spend), withoutToken), {
        ...payTo(sender, 681n),
        token: { category: stateOf(spend).token?.category ?? named32('none'), amount: 1n },
      }),
  },
];
