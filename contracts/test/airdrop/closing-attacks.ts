import { append, changeInput, changeOutput } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { COMPANION } from '../support/contract.js';
import { outsider } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import { END, FIRST_TIME } from './campaign.js';
import { draftEnd, draftUnitClose, unitInput, unitOf } from './closer.js';
import type { ClosingScene } from './scenes.js';

type Token = NonNullable<Coin['output']['token']>;

/** A coin in the outsider's hands. */
const owned = (label: string, token: Token): DraftInput => ({
  coin: coinNamed(label, { ...payTo(outsider, 1_000n), token }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner: outsider },
});

/** Attempts to close, or to take a closing unit away, that a script refuses: name and transaction. */
export const closingAttacks = ({
  campaign,
  open: [lane, other],
  done,
  claim,
}: ClosingScene): readonly (readonly [string, Draft])[] => {
  const { category } = campaign;
  const unit = unitInput(unitOf(campaign));
  const close = draftUnitClose(campaign, lane, unit);
  const place = lane.companion === undefined ? 1 : 2;
  const beside = (input: DraftInput, output = input.coin.output): Draft => ({
    ...changeInput(close, place, () => input),
    outputs: [at(close.outputs, 0), output],
  });
  const nft = (capability: 'none' | 'mutable' | 'minting', label: string, amount = 0n): DraftInput =>
    owned(label, { category, amount, nft: { capability, commitment: new Uint8Array() } });
  const dated = (locktime: number) => draftUnitClose(campaign, lane, unit, locktime);
  const final = (draft: Draft): Draft => ({
    ...draft,
    inputs: draft.inputs.map((input) => ({ ...input, sequence: 0xffffffff })),
  });
  const back = (change: (output: Draft['outputs'][number]) => Draft['outputs'][number]) =>
    changeOutput(close, 1, change);
  const token = (amount: bigint, nftOf?: Token['nft']) => ({
    token: { category, amount, ...(nftOf && { nft: nftOf }) },
  });
  const immutable = { capability: 'none', commitment: new Uint8Array() } as const;
  const state = at(close.inputs, 0);
  const money = purse(outsider, 50_000n);
  const forged: DraftInput = nft('mutable', 'a forged lane');
  const foreign = { category: named32('category: of the outsider'), amount: 1n };
  const twin = unitInput({ ...unit.coin, txid: named32('another unit') });
  const bearer = owned('a unit in hands', { category, amount: 1n });
  const otherState = at(draftUnitClose(campaign, other, unit).inputs, 0);
  const held = lane.companion?.output.token?.amount ?? 1n;
  const inClaim = (output: Draft['outputs'][number]): Draft => ({
    ...claim,
    inputs: [...claim.inputs, unit],
    outputs: [...claim.outputs, output],
  });
  const ends = draftEnd(campaign, done);
  return [
    ['nobody’s say while there are claims left', draftEnd(campaign, lane, Number(END))],
    ['a plain coin for the unit', beside(money)],
    ['tokens of the outsider’s own', beside(owned('own tokens', foreign))],
    ['an immutable NFT of the category for the unit', beside(nft('none', 'an immutable NFT'))],
    ['a mutable NFT of the category for the unit', beside(forged)],
    ['a minting NFT of the category for the unit', beside(nft('minting', 'a baton', 1n))],
    ['the unit an input later', { ...close, inputs: [...close.inputs.slice(0, place), money, unit] }],
    ['the unit at input 0, the lane behind it', { ...close, inputs: [unit, ...close.inputs.slice(0, place)] }],
    ['a second before the date', dated(Number(END) - 1)],
    ['the earliest time', dated(Number(FIRST_TIME))],
    ['a block height', dated(849_000)],
    ['no locktime', dated(0)],
    ['a final sequence number', final(close)],
    [
      'two lanes with one unit, one output for both',
      { ...close, inputs: [state, at(draftUnitClose(campaign, other, unit).inputs, 0), ...close.inputs.slice(1)] },
    ],
    [
      'two lanes with one unit, the second behind it',
      { ...close, inputs: [...close.inputs, ...draftUnitClose(campaign, other, unit).inputs.slice(0, place)] },
    ],
    ['a second lane’s state behind it, its tokens left alone', { ...close, inputs: [...close.inputs, otherState] }],
    [
      'as many tokens of the outsider’s for the creator, those of the lane burned',
      {
        ...changeOutput(close, 0, (output) => ({ ...output, token: { ...foreign, amount: held } })),
        inputs: [...close.inputs, owned('as many', { ...foreign, amount: held })],
      },
    ],
    ['the unit to the outsider', back((output) => ({ ...output, lockingBytecode: outsider.lockingBytecode }))],
    ['the unit to the companion script', back((output) => ({ ...output, lockingBytecode: COMPANION.lockingBytecode }))],
    ['the unit burned', back(({ lockingBytecode, valueSatoshis }) => ({ lockingBytecode, valueSatoshis }))],
    ['the unit burned, its output left out', { ...close, outputs: close.outputs.slice(0, 1) }],
    ['an immutable NFT of the lane’s in place of the unit', back((output) => ({ ...output, ...token(0n, immutable) }))],
    [
      'a token of the outsider’s in place of the unit',
      { ...back((output) => ({ ...output, token: foreign })), inputs: [...close.inputs, owned('own tokens', foreign)] },
    ],
    ['a satoshi of the unit’s taken', back((output) => ({ ...output, valueSatoshis: output.valueSatoshis - 1n }))],
    [
      'the unit and the creator’s output exchanged',
      { ...close, outputs: [at(close.outputs, 1), at(close.outputs, 0)] },
    ],
    ['an output of the outsider’s behind', append(close, payTo(outsider, 0n))],
    [
      'an output of the outsider’s between',
      { ...close, outputs: [at(close.outputs, 0), payTo(outsider, 0n), at(close.outputs, 1)] },
    ],
    [
      'the NFT beside the unit, mutable',
      back((output) => ({ ...output, ...token(1n, { ...immutable, capability: 'mutable' }) })),
    ],
    [
      'the bearer of a unit keeps the NFT',
      beside(bearer, { ...payTo(outsider, 1_000n), ...token(1n, { ...immutable, capability: 'mutable' }) }),
    ],
    ['the bearer of a unit has a third output', append(beside(bearer), payTo(outsider, 0n))],
    [
      'two units made one',
      {
        ...close,
        inputs: [...close.inputs, twin],
        outputs: [at(close.outputs, 0), { ...unit.coin.output, ...token(2n) }],
      },
    ],
    [
      'the unit moved alone',
      { ...close, inputs: [unit, money], outputs: [payTo(outsider, 49_000n), unit.coin.output] },
    ],
    [
      'the unit moved beside a plain coin',
      { ...close, inputs: [money, unit], outputs: [payTo(outsider, 49_000n), unit.coin.output] },
    ],
    [
      'the unit moved beside a mutable NFT of another category',
      {
        ...close,
        inputs: [
          owned('own NFT', { ...foreign, nft: { capability: 'mutable', commitment: new Uint8Array(40) } }),
          unit,
          money,
        ],
        outputs: [payTo(outsider, 49_000n), unit.coin.output],
      },
    ],
    ['the unit carried off by a claim', inClaim({ ...payTo(outsider, 700n), ...token(1n) })],
    ['the unit burned by a claim', { ...claim, inputs: [...claim.inputs, unit] }],
    ['the unit moved by a claim', inClaim(unit.coin.output)],
    ['a lane that has paid all, beside the unit', draftUnitClose(campaign, done, unit)],
    [
      'a lane that has paid all, its NFT kept',
      append(ends, { ...payTo(outsider, 0n), ...token(0n, { ...immutable, capability: 'mutable' }) }),
    ],
    ['a lane that has paid all, an output behind', append(ends, payTo(outsider, 0n))],
  ];
};
