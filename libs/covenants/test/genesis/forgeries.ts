import type { Chance } from '@weir/testing';
import { atLimit } from './forged-limits.js';
import {
  addressesIn,
  CAPABILITIES,
  categoriesIn,
  change,
  EDGES,
  type Forged,
  forgedCommitment,
  type Forgery,
  locksIn,
  nearby,
  nftOf,
  placeOf,
  relocate,
  setToken,
  type Token,
  UNIVERSAL,
} from './forged-parts.js';
import { hexOf } from './reader.js';
import { universalAddress } from './script-address.js';

/** Changes an announcement, and half of the time moves the outputs to the addresses that it then names. */
const announceOtherwise: Forgery = (funding, chance) => {
  const { outputs } = funding;
  const place = outputs.findIndex(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
  const before = outputs[place]?.lockingBytecode;
  if (before === undefined) return;
  const after = before.slice();
  const at = chance.once(8) ? chance.below(9) : chance.between(Math.min(8, after.length - 1), after.length - 1);
  const byte = after[at] ?? 0;
  after[at] = chance.of([byte ^ (1 << chance.below(8)), byte + 1, byte - 1, 0, 1, 12, 255, chance.below(256)]) & 0xff;
  const cut = chance.of([0, 0, 0, 0, 0, 0, -1, 1, 7, 10]);
  const resized = cut < 0 ? after.slice(0, cut) : Uint8Array.of(...after, ...chance.bytes(cut));
  if (cut !== 0 && chance.once(2)) resized[2] = resized.length - 3;
  change(funding, place, { lockingBytecode: resized });
  if (chance.once(4)) return;
  const [old, moved] = [addressesIn(before), addressesIn(resized)];
  for (const [i, address] of old.entries()) {
    const to = moved[i];
    if (to !== undefined) relocate(funding, address, to);
  }
};

const moveOutput: Forgery = ({ outputs }, chance) => {
  const [moved] = outputs.splice(chance.below(outputs.length), 1);
  if (moved !== undefined) outputs.splice(chance.below(outputs.length + 1), 0, moved);
};

/** Copies a state (and what is behind it) with another index, its units following or not. */
const addSibling: Forgery = (funding, chance) => {
  const { outputs } = funding;
  const place = placeOf(funding, chance);
  const state = outputs[place];
  if (state?.token?.nft === undefined) return;
  const commitment = state.token.nft.commitment.slice();
  const index = chance.of([
    chance.below(300),
    chance.below(40_000),
    0,
    (commitment[0] ?? 0) + 256 * (commitment[1] ?? 0),
  ]);
  const [low, high] = chance.once(3) ? [33, 34] : [0, 1];
  if (commitment.length > high) [commitment[low], commitment[high]] = [index & 0xff, index >> 8];
  const amount = chance.once(4) ? state.token.amount : state.token.amount === 0n ? 0n : BigInt(index);
  const copy = { ...state, token: { ...state.token, amount, nft: { ...state.token.nft, commitment } } };
  const behind = outputs[place + 1];
  const at = chance.once(4) ? chance.below(outputs.length + 1) : outputs.length;
  outputs.splice(at, 0, copy, ...(behind !== undefined && !chance.once(5) ? [behind] : []));
};

/** Changes the index of a state together with its units. */
const renumber: Forgery = (funding, chance) => {
  const place = placeOf(funding, chance);
  const token = funding.outputs[place]?.token;
  if (token?.nft === undefined || token.nft.commitment.length < 2) return;
  const commitment = token.nft.commitment.slice();
  const index = chance.of([0, 1, 2, 3, 32_767, 32_768, 65_535, chance.below(65_536)]);
  [commitment[0], commitment[1]] = [index & 0xff, index >> 8];
  setToken(funding, place, { ...token, amount: BigInt(index), nft: { ...token.nft, commitment } });
};

/** Moves a reserve in the commitment and the value of its output by the same amount, or only what a rule compares. */
const shiftMoney: Forgery = (funding, chance) => {
  const place = placeOf(funding, chance);
  const output = funding.outputs[place];
  if (output === undefined) return;
  const [by, up] = [chance.big(24), chance.once(2)];
  const value = up ? output.valueSatoshis + by : output.valueSatoshis - by;
  change(funding, place, { valueSatoshis: value < 0n ? 0n : value });
};

/** A value that leaves a given principal, near where rules change. */
const smallPrincipal: Forgery = (funding, chance) => {
  const place = placeOf(funding, chance);
  const commitment = funding.outputs[place]?.token?.nft?.commitment;
  if (commitment?.length !== 40) return;
  const from = chance.of([2, 3]);
  const reserve = (commitment[from] ?? 0) + 256 * (commitment[from + 1] ?? 0) + 65_536 * (commitment[from + 2] ?? 0);
  const principal = chance.once(2) ? 570n + chance.big(5) : chance.big(14);
  change(funding, place, { valueSatoshis: BigInt(reserve) + principal });
};

/** Changes what an output carries, or takes it away. */
const onToken =
  (forge: (token: Token, chance: Chance, funding: Forged) => Token | undefined): Forgery =>
  (funding, chance) => {
    const place = placeOf(funding, chance);
    const token = funding.outputs[place]?.token;
    if (token !== undefined) setToken(funding, place, forge(token, chance, funding));
  };

const someNft = (chance: Chance): NonNullable<Token['nft']> => ({
  capability: chance.of(CAPABILITIES),
  commitment: chance.bytes(chance.of([0, 6, 38, 40])),
});

/** Everything that may be done to a funding: its name, how often, and how. */
export const FORGERIES: readonly (readonly [name: string, weight: number, forge: Forgery])[] = [
  [
    'value',
    3,
    (funding, chance) => {
      const place = placeOf(funding, chance);
      change(funding, place, { valueSatoshis: nearby(funding.outputs[place]?.valueSatoshis ?? 0n, chance) });
    },
  ],
  ['money shifted', 2, shiftMoney],
  ['small principal', 2, smallPrincipal],
  ['token amount', 3, onToken((token, chance) => ({ ...token, amount: nearby(token.amount, chance) }))],
  [
    'category',
    2,
    onToken((token, chance, funding) => ({ ...token, category: chance.of(categoriesIn(funding, chance)) })),
  ],
  [
    'category everywhere',
    1,
    (funding, chance) => {
      const from = funding.outputs[placeOf(funding, chance)]?.token?.category;
      const to = chance.of(categoriesIn(funding, chance));
      for (const [place, { token }] of funding.outputs.entries())
        if (from !== undefined && token !== undefined && hexOf(token.category) === hexOf(from))
          setToken(funding, place, { ...token, category: to });
    },
  ],
  [
    'capability',
    2,
    onToken((token, chance) => ({ ...token, nft: { ...nftOf(token), capability: chance.of(CAPABILITIES) } })),
  ],
  [
    'commitment',
    8,
    onToken((token, chance) =>
      token.nft === undefined
        ? token
        : { ...token, nft: { ...token.nft, commitment: forgedCommitment(token.nft.commitment, chance) } },
    ),
  ],
  ['index and units', 2, renumber],
  [
    'token or NFT taken away',
    1,
    onToken(({ category, amount }, chance) => (chance.once(2) ? { category, amount } : undefined)),
  ],
  [
    'token hung on',
    1,
    (funding, chance) => {
      const token = { category: chance.of(categoriesIn(funding, chance)), amount: chance.of([0n, 1n, 5n]) };
      const more = chance.once(2) ? { nft: someNft(chance) } : {};
      setToken(funding, chance.below(funding.outputs.length), { ...token, ...more });
    },
  ],
  [
    'lock',
    3,
    (funding, chance) =>
      change(funding, placeOf(funding, chance), { lockingBytecode: chance.of(locksIn(funding, chance)) }),
  ],
  ['output moved', 2, moveOutput],
  [
    'outputs exchanged',
    1,
    ({ outputs }, chance) => {
      const [a, b] = [chance.below(outputs.length), chance.below(outputs.length)];
      const [first, second] = [outputs[a], outputs[b]];
      if (first !== undefined && second !== undefined) [outputs[a], outputs[b]] = [second, first];
    },
  ],
  [
    'output dropped',
    2,
    ({ outputs }, chance) => {
      if (outputs.length > 1) outputs.splice(chance.below(outputs.length), 1);
    },
  ],
  [
    'output twice',
    2,
    (funding, chance) => {
      const output = funding.outputs[placeOf(funding, chance)];
      if (output !== undefined) funding.outputs.splice(chance.below(funding.outputs.length + 1), 0, output);
    },
  ],
  ['sibling', 2, addSibling],
  ['at a limit', 12, atLimit],
  [
    'stray',
    2,
    (funding, chance) => {
      const token = { category: chance.of(categoriesIn(funding, chance)), amount: chance.of([0n, 1n, 1n, 7n]) };
      funding.outputs.splice(chance.below(funding.outputs.length + 1), 0, {
        lockingBytecode: chance.of(locksIn(funding, chance)),
        valueSatoshis: chance.of(EDGES),
        ...(chance.once(3) ? {} : { token: chance.once(2) ? token : { ...token, nft: someNft(chance) } }),
      });
    },
  ],
  ['announcement', 6, announceOtherwise],
  [
    'announcement for another',
    1,
    (funding, chance) => {
      const { outputs } = funding;
      const place = outputs.findIndex(({ lockingBytecode }) => lockingBytecode[0] === 0x6a);
      const lockingBytecode = outputs[place]?.lockingBytecode.slice();
      if (lockingBytecode === undefined) return;
      const to = chance.of(UNIVERSAL.map(universalAddress));
      const hash = chance.once(2) ? to.slice(2, 34) : addressesIn(lockingBytecode)[0]?.slice(2, 34);
      const from = [0x0d, 0x0e, 0x0f, 0x10].includes(lockingBytecode[8] ?? 0) ? 12 : 10;
      if (hash === undefined || lockingBytecode.length < from + 32) return;
      const old = addressesIn(lockingBytecode);
      const creator = lockingBytecode.slice(from - 2, from + 33);
      lockingBytecode.set(hash, from);
      relocate(funding, creator, lockingBytecode.slice(from - 2, from + 33));
      change(funding, place, { lockingBytecode });
      for (const [i, address] of addressesIn(lockingBytecode).entries()) {
        const was = old[i];
        if (was !== undefined) relocate(funding, was, address);
      }
    },
  ],
  [
    'input',
    2,
    ({ inputs }, chance) => {
      const place = chance.below(inputs.length);
      const input = inputs[place];
      if (input === undefined) return;
      const { outpointTransactionHash: hash, outpointIndex } = input;
      const outpoint = chance.of([
        { outpointTransactionHash: hash.slice().reverse(), outpointIndex },
        { outpointTransactionHash: hash, outpointIndex: chance.of([0, 1, 0xffffffff]) },
        { outpointTransactionHash: chance.bytes(32), outpointIndex: 0 },
      ]);
      if (chance.once(2)) inputs[place] = { ...input, ...outpoint };
      else inputs.splice(place, chance.below(2), { ...input, ...outpoint });
    },
  ],
  [
    'inputs in another order',
    1,
    ({ inputs }, chance) => {
      const [first] = inputs.splice(chance.below(inputs.length), 1);
      if (first !== undefined) inputs.splice(chance.below(inputs.length + 1), 0, first);
    },
  ],
  [
    'made here as well',
    1,
    (funding, chance) => {
      // A token's own category is made in this transaction, too, or the same one takes both places.
      const category = chance.of(categoriesIn(funding, chance));
      const [input] = funding.inputs;
      if (input !== undefined) funding.inputs.push({ ...input, outpointTransactionHash: category, outpointIndex: 0 });
    },
  ],
];
