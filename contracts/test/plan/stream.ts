import type { Output } from '@bitauth/libauth';
import { named32 } from '../support/bytes.js';
import { coinNamed, FUNDED } from '../support/coins.js';
import { recipient } from '../support/parties.js';
import { coinOf, type ChainPoint, type Coin, type Sealed } from '../support/transaction.js';
import { type Address, holdsTokens, isRecurring, PAYOUT, PLAN_CLOCK, PLAN_COMPANION, lessPayout } from './covenant.js';
import { encodeState, readState, stateOf, type State } from './state.js';

export const START = 1_700_000_000n;
export const DAY = 86_400n;
/** Of the plan of most tests. */
export const PLAN = named32('category of a plan');
/** The token that token plans pay. */
export const DOLLARS = named32('category of a dollar');

/** One stream of a plan on the chain: its coins. */
export interface Stream {
  readonly address: Address;
  readonly state: Coin;
  /** The tokens, in token mode. */
  readonly companion: Coin | undefined;
  /** Its units, while a notice runs. */
  readonly clock: Coin | undefined;
  /** The locking bytecode whose hash the state holds. */
  readonly to: Uint8Array;
}

export const stateOutput = (
  { kind, lockingBytecode }: Address,
  category: Uint8Array,
  state: State,
  principal: bigint,
  units: bigint,
): Output => ({
  lockingBytecode,
  valueSatoshis: state.reserve + (holdsTokens(kind) ? 0n : principal),
  token: { category, amount: units, nft: { capability: 'mutable', commitment: encodeState(kind, state) } },
});

export const companionOutput = (amount: bigint, valueSatoshis = PAYOUT, category = DOLLARS): Output => ({
  lockingBytecode: PLAN_COMPANION.lockingBytecode,
  valueSatoshis,
  token: { category, amount },
});

export const clockOutput = (category: Uint8Array, units: bigint, valueSatoshis: bigint): Output => ({
  lockingBytecode: PLAN_CLOCK.lockingBytecode,
  valueSatoshis,
  token: { category, amount: units },
});

export const readStream = ({ address, state }: Stream): State => readState(address.kind, state.output);
export const categoryOf = ({ state }: Stream): Uint8Array => state.output.token?.category ?? new Uint8Array();
export const unitsOf = ({ state }: Stream): bigint => state.output.token?.amount ?? 0n;
export const isNoticed = (stream: Stream): boolean => unitsOf(stream) === 0n;

/** What is left to pay: satoshis beside the reserve, or tokens. */
export const principalOf = (stream: Stream): bigint =>
  stream.companion === undefined
    ? stream.state.output.valueSatoshis - readStream(stream).reserve
    : (stream.companion.output.token?.amount ?? 0n);

export interface Placing {
  readonly index?: bigint;
  /** Of the money or the tokens. */
  readonly principal?: bigint;
  readonly state?: Partial<State>;
  /** The units are with the clock. */
  readonly noticed?: boolean;
  readonly to?: Uint8Array;
  readonly category?: Uint8Array;
  readonly mined?: ChainPoint;
  readonly clockMined?: ChainPoint;
}

/** What a stream begins with: 1,000 days of vesting, or twelve periods. */
const beginning = ({ kind, terms }: Address, principal: bigint): Partial<State> =>
  isRecurring(kind)
    ? { unpaid: 12n, next: START + terms.interval, amount: principal / 12n }
    : { start: START, end: START + 1_000n * DAY };

/** A stream at some point of its course, in coins of one funding transaction. */
export const placeStream = (address: Address, placing: Placing = {}): Stream => {
  const { kind, terms } = address;
  const { index = 5n, principal = 120_000_000n, noticed = false, to = recipient.lockingBytecode } = placing;
  const { category = PLAN, mined = FUNDED, clockMined = mined } = placing;
  const status = noticed && isRecurring(kind) ? { status: 2n } : {};
  const state = stateOf(kind, to, {
    index,
    reserve: terms.floor + 20n * terms.fee,
    ...beginning(address, principal),
    ...status,
    ...placing.state,
  });
  const label = `${kind} ${index} of ${category.toString()}`;
  const vout = Number(index) * 3;
  const coin = (output: Output, at: number, made = mined) => coinNamed(label, output, { vout: at, mined: made });
  const clockValue = isRecurring(kind) ? lessPayout(kind, terms.floor) : 700n;
  return {
    address,
    to,
    state: coin(stateOutput(address, category, state, principal, noticed ? 0n : index), vout),
    companion: holdsTokens(kind) ? coin(companionOutput(principal), vout + 1) : undefined,
    clock: noticed ? coin(clockOutput(category, index, clockValue), vout + 2, clockMined) : undefined,
  };
};

/** The stream after a transaction that put its state at an output, its clock at another where it was made. */
export const streamAfter = (
  stream: Stream,
  sealed: Sealed,
  state: number,
  { clock, mined = FUNDED }: { readonly clock?: number | undefined; readonly mined?: ChainPoint } = {},
): Stream => {
  const made = coinOf(sealed, state, mined);
  const units = made.output.token?.amount ?? 0n;
  return {
    ...stream,
    state: made,
    companion: stream.companion === undefined ? undefined : coinOf(sealed, state + 1, mined),
    clock: clock !== undefined ? coinOf(sealed, clock, mined) : units > 0n ? undefined : stream.clock,
  };
};
