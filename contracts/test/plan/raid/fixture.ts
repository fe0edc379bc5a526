import { hash160, type Output } from '@bitauth/libauth';
import { at, littleEndian, named32 } from '../../support/bytes.js';
import { outsider, recipient, sender } from '../../support/parties.js';
import type { ChainPoint, Coin } from '../../support/transaction.js';
import {
  type Address,
  createAddress,
  holdsTokens,
  isRecurring,
  KINDS,
  PLAN_CLOCK,
  PLAN_COMPANION,
} from '../covenant.js';

/** What a commitment says, in plain numbers; read and written here by rules of its own, apart from the other tests. */
export interface Slot {
  readonly index: number;
  readonly reserve: number;
  readonly released: number;
  readonly start: number;
  readonly end: number;
  readonly status: number;
  readonly unpaid: number;
  readonly next: number;
  readonly amount: number;
  readonly recipient: Uint8Array;
}

/** One stream of a ledger. */
export interface Live {
  readonly address: Address;
  readonly category: Uint8Array;
  /** Of a token plan. */
  readonly asset: Uint8Array | undefined;
  readonly to: Uint8Array;
  readonly slot: Slot;
  readonly principal: number;
  readonly state: Coin;
  readonly companion: Coin | undefined;
  readonly clock: Coin | undefined;
  /** Of a plan that no verifier would take: its own money is nobody's concern, only what it does to others. */
  readonly evil: boolean;
}

/** Numbers from a seed (mulberry32). */
export const diceOf = (seed: number) => {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  return {
    below,
    pick: <T>(list: readonly T[]): T => at(list, below(list.length)),
    chance: (p: number) => below(1000) < p * 1000,
  };
};
export type Roll = ReturnType<typeof diceOf>;

const num = (bytes: Uint8Array): number => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
const bytes = (value: number, width: number): number[] => [...littleEndian(BigInt(value), width)];

export const encodeSlot = (address: Address, slot: Slot): Uint8Array => {
  const tokens = holdsTokens(address.kind);
  const reserve = tokens ? [] : bytes(slot.reserve, 3);
  const money = tokens ? 8 : 7;
  const body = isRecurring(address.kind)
    ? [slot.status, ...reserve, ...bytes(slot.unpaid, 2), ...bytes(slot.next, 5), ...bytes(slot.amount, money)]
    : [...reserve, ...bytes(slot.released, money), ...bytes(slot.start, 4), ...bytes(slot.end, 4)];
  return Uint8Array.of(...bytes(slot.index, 2), ...body, ...slot.recipient);
};

const NONE = { released: 0, start: 0, end: 0, status: 0, unpaid: 0, next: 0, amount: 0 };

/** What an output says; undefined where it has not the length. */
export const decodeSlot = (address: Address, { token, valueSatoshis }: Output): Slot | undefined => {
  const tokens = holdsTokens(address.kind);
  const all = token?.nft?.commitment;
  if (all?.length !== (tokens ? 38 : 40)) return undefined;
  let place = 0;
  const take = (width: number): number => num(all.slice(place, (place += width)));
  const index = take(2);
  const recurring = isRecurring(address.kind);
  const status = recurring ? take(1) : 0;
  const reserve = tokens ? Number(valueSatoshis) : take(3);
  const money = tokens ? 8 : 7;
  const fields = recurring
    ? { status, unpaid: take(2), next: take(5), amount: take(money) }
    : { released: take(money), start: take(4), end: take(4) };
  return { ...NONE, index, reserve, ...fields, recipient: all.slice(place) };
};

export const START = 1_700_000_000;
export const DAY = 86_400;
export const NOTICE = 36;
const GENESIS: ChainPoint = { height: 800_000, mtp: START - DAY };

/** Two plans of each covenant: continuous vesting, and by the week behind a cliff. */
export const addressesOf = (create: typeof createAddress = createAddress): readonly Address[] =>
  KINDS.flatMap((kind) =>
    ['one', 'two'].map((name) =>
      create(kind, {
        nonce: named32(`raid ${name}`).slice(0, 16),
        step: name === 'one' ? 1n : 7n * 86_400n,
        cliff: name === 'one' ? 0n : 30n * 86_400n,
      }),
    ),
  );

/** The category of the plan that an address is of. */
const categoryOf = ({ kind, terms }: Address): Uint8Array => named32(`plan of ${kind} by ${terms.step}`);
const EVIL = named32('category of a thief');
const ASSET = named32('asset of raids');
const HOLDERS = [recipient.lockingBytecode, outsider.lockingBytecode, sender.lockingBytecode];

const outputs = (live: Omit<Live, 'state' | 'companion' | 'clock'>, units: number): Output[] => {
  const { address, category, asset, slot, principal } = live;
  const nft = { capability: 'mutable', commitment: encodeSlot(address, slot) } as const;
  return [
    {
      lockingBytecode: address.lockingBytecode,
      valueSatoshis: BigInt(asset === undefined ? slot.reserve + principal : slot.reserve),
      token: { category, amount: BigInt(units), nft },
    },
    ...(asset === undefined
      ? []
      : [
          {
            lockingBytecode: PLAN_COMPANION.lockingBytecode,
            valueSatoshis: 1_000n,
            token: { category: asset, amount: BigInt(principal) },
          },
        ]),
  ];
};

/** Streams of several plans of one sender, in outputs side by side of one transaction; a thief's among them. */
export const genesis = (dice: Roll, addresses: readonly Address[]): { scenarios: Live[]; loose: Coin[] } => {
  const txid = named32(`funding ${dice.below(1_000_000)}`);
  let vout = dice.below(3);
  const indexes = dice.pick([
    [1, 2, 3],
    [2, 3, 5],
    [5, 255, 260],
    [32_767, 32_766, 1],
  ]);
  const loose: Coin[] = [];
  const coin = (output: Output): Coin => ({ txid, vout: vout++, output, mined: GENESIS });
  const scenarios = indexes.slice(0, 1 + dice.below(3)).map((index): Live => {
    const address = dice.pick(dice.chance(0.5) ? addresses : addresses.slice(0, 4));
    const evil = dice.chance(0.12);
    const tokens = holdsTokens(address.kind);
    const recurring = isRecurring(address.kind);
    const to = dice.pick(HOLDERS);
    const bound = Number(address.terms.bound);
    const unpaid = dice.pick([1, 2, 3, 12]);
    const principal =
      dice.pick([tokens ? 1 : 576, 7_000, 1_000_001, 120_000_000]) * (recurring ? unpaid : 1) +
      (recurring ? dice.pick([0, 5]) : 0);
    const start = START + dice.pick([0, 1, 5 * DAY]);
    const slot: Slot = {
      ...NONE,
      index,
      reserve: dice.pick([bound, 2 * bound, 18 * bound, tokens ? 9_000_000 : 8_388_607]),
      ...(recurring
        ? { unpaid, next: START + 30 * DAY, amount: Math.floor(principal / unpaid) }
        : { start, end: start + dice.pick([30 * DAY, 31 * DAY, 100 * DAY + 3]) }),
      ...(evil ? { index: dice.pick([...indexes, 0, 0x8001]), status: recurring ? dice.below(256) : 0 } : {}),
      recipient: hash160(to),
    };
    const base = {
      address,
      category: evil ? EVIL : categoryOf(address),
      asset: tokens ? ASSET : undefined,
      to,
      slot,
      principal,
      evil,
    };
    const [state, companion] = outputs(base, evil ? dice.pick([0, 1, index]) : index);
    if (state === undefined) throw new Error('No state');
    return { ...base, state: coin(state), companion: companion && coin(companion), clock: undefined };
  });
  if (dice.chance(0.2))
    loose.push(
      coin({
        lockingBytecode: PLAN_CLOCK.lockingBytecode,
        valueSatoshis: 900n,
        token: { category: EVIL, amount: BigInt(at(indexes, 0)) },
      }),
    );
  return { scenarios, loose };
};
