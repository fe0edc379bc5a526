import type { Output } from '@bitauth/libauth';
import fc from 'fast-check';
import { at, named32 } from '../../support/bytes.js';
import { coinNamed, payTo } from '../../support/coins.js';
import { createParty, outsider, recipient } from '../../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft } from '../../support/transaction.js';
import type { Unlocking } from '../../support/unlocking.js';
import {
  createVault,
  deposit,
  first,
  following,
  type Pair,
  second,
  signedBy,
  stateCoin,
  stateToken,
  strays,
  third,
} from './vault.js';

export const SPENDS = 0x00a1b2c3;
export const vault = createVault('any transaction');
const hostile = createVault('any transaction', [createParty('accomplice'), createParty('second accomplice'), outsider]);
const VALUE = 50_000n;

const worth = ({ output, ...coin }: Coin): Coin => ({ ...coin, output: { ...output, valueSatoshis: VALUE } });
const forged: Coin = coinNamed('forged', {
  lockingBytecode: vault.lockingBytecode,
  valueSatoshis: VALUE,
  token: { ...stateToken(vault, SPENDS), category: named32('forged') },
});

/** The state, a forged one, money, every kind of stray, another vault's money, a stranger's. */
const COINS: readonly Coin[] = [
  stateCoin(vault, SPENDS, VALUE),
  forged,
  deposit(vault, 'one', VALUE),
  deposit(vault, 'two', VALUE),
  ...strays(vault).map(worth),
  deposit(hostile, 'three', VALUE),
  coinNamed('purse', payTo(outsider, VALUE)),
];

/** Who unlocks a coin of the vault, and whether two of the three do. */
const WAYS = {
  'first and second': [first, second],
  'first and third': [first, third],
  'second and third': [second, third],
  'first twice': [first, first],
  'second twice': [second, second],
  'third and first': [third, first],
  'first and a stranger': [first, outsider],
  'a stranger and third': [outsider, third],
} satisfies Record<string, Pair>;
export type Way = keyof typeof WAYS | 'follow';
const AGREED: readonly Way[] = ['first and second', 'first and third', 'second and third'];

export interface AnyInput {
  readonly coin: Coin;
  readonly way: Way;
}

const isOf = ({ lockingBytecode }: Output, place: Uint8Array): boolean =>
  lockingBytecode.toString() === place.toString();
const isHere = (output: Output): boolean => isOf(output, vault.lockingBytecode);

const unlockingOf = ({ coin, way }: AnyInput): Unlocking => {
  const { output } = coin;
  if (!isHere(output) && !isOf(output, hostile.lockingBytecode)) return { kind: 'key', owner: outsider };
  const place = isHere(output) ? vault : hostile;
  return way === 'follow' ? following(place) : signedBy(place, WAYS[way]);
};

const agreed = fc.constantFrom<Way>(...AGREED);
const anyWay = fc.constantFrom<Way>('follow', ...(Object.keys(WAYS) as (keyof typeof WAYS)[]));
const leading = fc.oneof({ weight: 6, arbitrary: agreed }, { weight: 1, arbitrary: anyWay });
const behind = fc.oneof({ weight: 9, arbitrary: fc.constant<Way>('follow') }, { weight: 1, arbitrary: anyWay });

/** Mostly the state first; mostly signed where it must be. */
const order = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.subarray(COINS.slice(1, -2), { minLength: 0, maxLength: 3 }).map((coins) => [at(COINS, 0), ...coins]),
  },
  { weight: 2, arbitrary: fc.shuffledSubarray([...COINS], { minLength: 1, maxLength: 4 }) },
);
export const anyInputs: fc.Arbitrary<AnyInput[]> = order.chain((coins) =>
  fc.tuple(...coins.map((coin, index) => (index === 0 ? leading : behind).map((way): AnyInput => ({ coin, way })))),
);

/** What may become of a token: as it is, counted on, made immutable, burned. */
const FATES = ['counted', 'counted', 'as it is', 'immutable', 'burned'] as const;
const fate = fc.constantFrom(...FATES);
const place = fc.boolean();

export const anyOutputs = fc.record({
  fates: fc.array(fate, { minLength: 4, maxLength: 4 }),
  places: fc.array(place, { minLength: 5, maxLength: 5 }),
  plain: fc.nat({ max: 2 }),
  plainFirst: fc.boolean(),
});
export type AnyOutputs = typeof anyOutputs extends fc.Arbitrary<infer T> ? T : never;

const fated = (token: NonNullable<Output['token']>, as: (typeof FATES)[number]): Output['token'] => {
  const { nft } = token;
  if (as === 'burned') return undefined;
  if (nft?.capability !== 'mutable' || as === 'as it is') return token;
  if (as === 'immutable') return { ...token, nft: { ...nft, capability: 'none' } };
  const counted = nft.commitment.map((byte, index) => (index === 2 ? byte + 1 : byte));
  return { ...token, nft: { ...nft, commitment: counted } };
};

/** A transaction of these inputs whose outputs keep the consensus rules about tokens and sums. */
export const draftOf = (inputs: readonly AnyInput[], { fates, places, plain, plainFirst }: AnyOutputs): Draft => {
  const tokens = inputs.flatMap(({ coin }, index) => {
    const token = coin.output.token && fated(coin.output.token, fates[index] ?? 'burned');
    return token === undefined ? [] : [token];
  });
  const money: Output['token'][] = Array.from({ length: tokens.length === 0 ? plain + 1 : plain }, () => undefined);
  const carried = plainFirst ? [...money, ...tokens] : [...tokens, ...money];
  const outputs = carried.map((token, index): Output => ({
    lockingBytecode: places[index % places.length] === true ? vault.lockingBytecode : recipient.lockingBytecode,
    valueSatoshis: 2_000n,
    ...(token === undefined ? {} : { token }),
  }));
  return {
    version: 2,
    locktime: 0,
    inputs: inputs.map((input) => ({ coin: input.coin, sequence: SEQUENCE_PLAIN, unlocking: unlockingOf(input) })),
    outputs,
  };
};

const looksLikeState = ({ token }: Output): boolean =>
  token?.nft?.capability === 'mutable' &&
  token.nft.commitment.length === 6 &&
  token.nft.commitment[0] === 1 &&
  token.nft.commitment[1] === 0;

const stateAllows = (state: Output, [head, ...rest]: readonly Output[]): boolean => {
  const category = state.token?.category.toString();
  const isOfCategory = ({ token }: Output): boolean => token?.category.toString() === category;
  if (head === undefined) return false;
  if (!isHere(head)) return rest.length <= 2 && ![head, ...rest].some(isOfCategory) && !rest.some(isHere);
  const counted = state.token && fated(state.token, 'counted');
  return (
    isOfCategory(head) &&
    head.token?.nft?.capability === 'mutable' &&
    head.token.nft.commitment.toString() === counted?.nft?.commitment.toString()
  );
};

/** The rules of a vault in words of their own: whether the coins of both vaults may be spent so. */
export const isAllowed = (inputs: readonly AnyInput[], outputs: readonly Output[]): boolean =>
  inputs.every(({ coin: { output }, way }, index) => {
    if (isOf(output, hostile.lockingBytecode))
      return index > 0 && way === 'follow' && isOf(at(inputs, 0).coin.output, hostile.lockingBytecode);
    if (!isHere(output)) return true;
    if (index > 0) return way === 'follow' && isHere(at(inputs, 0).coin.output) && !looksLikeState(output);
    return AGREED.includes(way) && (!looksLikeState(output) || stateAllows(output, outputs));
  });
