import { hash160, type Output } from '@bitauth/libauth';
import type { CalendarForm } from '../../scripts/calendar-source.js';
import { calendarFeeLimits, type CalendarProduct } from '../../src/index.js';
import { at } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { recipient } from '../support/parties.js';
import { type ChainPoint, type Coin, SEQUENCE_PLAIN, type DraftInput } from '../support/transaction.js';
import {
  type Address,
  clockOutput,
  CLOCK,
  COMPANION,
  companionOutput,
  createAddress,
  dueOf,
  hashesOf,
  holdsTokens,
  isGrant,
  isSalary,
  type Kind,
  readState,
  shownOf,
  STATE,
  type State,
  stateOutput,
  type Terms,
  type Tranche,
} from './covenant.js';

/** Satoshis beside the tokens that are paid. */
export const PAYOUT = 1_000n;
/** When all coins of these tests were mined. */
export const OLD: ChainPoint = { height: 800_000, mtp: 1_700_000_000 };
/** Late enough for every date of these tests. */
export const TIP: ChainPoint = { height: 900_000, mtp: 4_200_000_000 };

const productOf = (kind: Kind): CalendarProduct => {
  const asset = holdsTokens(kind) ? 'TOKEN' : 'BCH';
  if (isSalary(kind)) return `SALARY_${asset}`;
  return isGrant(kind) ? `GRANT_${asset}` : `TRANCHES_${asset}`;
};

/** What the terms for fees of a covenant may be. */
export const feesOf = (kind: Kind) => calendarFeeLimits(productOf(kind));

/** An address with the fees that builders propose, and no cliff. */
export const createPlan = (
  kind: Kind,
  some: Partial<Terms> = {},
  form: CalendarForm = {},
  artifact?: Parameters<typeof createAddress>[3],
): Address => {
  const { fee, floor } = feesOf(kind);
  return createAddress(kind, { cliff: 1n, fee: fee.default, floor: floor.default, ...some }, form, artifact);
};

/** A term for fees without the satoshis that go with a payout of tokens. */
export const lessPayout = (kind: Kind, satoshis: bigint): bigint => (holdsTokens(kind) ? satoshis - PAYOUT : satoshis);

/** A stream, and the coins that are its. */
export interface Stream {
  readonly address: Address;
  readonly state: Coin;
  /** The tokens beside it, in token mode. */
  readonly companion: Coin | undefined;
  /** While a notice runs. */
  readonly clock: Coin | undefined;
  /** All tranches of a list, and how many of them were paid. */
  readonly list: readonly Tranche[];
  readonly paid: number;
  /** Locking bytecode of the recipient. */
  readonly to: Uint8Array;
}

export interface Placing {
  readonly state?: Partial<State>;
  /** Satoshis or tokens that are left. */
  readonly principal?: bigint;
  readonly list?: readonly Tranche[];
  readonly paid?: number;
  readonly noticed?: boolean;
  readonly to?: Uint8Array;
  readonly category?: Uint8Array;
  readonly mined?: ChainPoint;
}

/** A part of a stream's money that is well above dust. */
export const PART = 100_000n;
export const LIST: readonly Tranche[] = Array.from({ length: 12 }, (_, i) => ({
  at: 1_800_000_000n + BigInt(i) * 2_592_000n,
  left: BigInt(11 - i) * PART,
}));

const ofCategory = (output: Output, category: Uint8Array | undefined): Output =>
  category === undefined || output.token === undefined ? output : { ...output, token: { ...output.token, category } };

/** Places a stream on the chain: 12 parts, or what is left of them. */
export const placeStream = (address: Address, some: Placing = {}): Stream => {
  const { kind, terms } = address;
  const { list = LIST, paid = 0, noticed = false, to = recipient.lockingBytecode, category, mined = OLD } = some;
  const state: State = {
    ...STATE,
    amount: PART,
    unpaid: 12n,
    installments: 12n,
    reserve: terms.floor + 12n * (terms.fee + 43n),
    status: noticed && isSalary(kind) ? 2n : 0n,
    list: at(hashesOf(list), paid),
    recipient: hash160(to),
    ...some.state,
  };
  const whole = isSalary(kind)
    ? state.unpaid * state.amount
    : isGrant(kind)
      ? 12n * PART - state.released
      : paid === 0
        ? at(list, 0).left + PART
        : at(list, paid - 1).left;
  const principal = some.principal ?? whole;
  const label = `${kind} ${state.index} ${terms.delay} ${category?.toString() ?? ''}`;
  const output = ofCategory(stateOutput(address, state, principal, noticed ? 0n : state.index), category);
  return {
    address,
    list,
    paid,
    to,
    state: coinNamed(label, output, { vout: 3, mined }),
    companion: holdsTokens(kind) ? coinNamed(label, companionOutput(principal), { vout: 4, mined }) : undefined,
    clock: noticed
      ? coinNamed(`clock of ${label}`, ofCategory(clockOutput(state.index, lessPayout(kind, terms.floor)), category), {
          mined,
        })
      : undefined,
  };
};

export const stateOf = ({ address, state }: Stream): State => readState(address.kind, state.output);
export const unitsOf = ({ state }: Stream): bigint => state.output.token?.amount ?? 0n;
export const categoryOf = ({ state }: Stream): Uint8Array => state.output.token?.category ?? new Uint8Array();
/** Satoshis or tokens that a stream has left. */
export const principalOf = (stream: Stream): bigint =>
  stream.companion === undefined
    ? stream.state.output.valueSatoshis - stateOf(stream).reserve
    : (stream.companion.output.token?.amount ?? 0n);

/** What has vested of a total, installment by installment as the Open Cap Table Format says it. */
export const allocated = ({ allocation }: CalendarForm, total: bigint, done: bigint, count: bigint): bigint => {
  const [each, rest] = [total / count, total % count];
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
  switch (allocation) {
    case 'CUMULATIVE_ROUNDING':
      return (2n * total * done + count) / (2n * count);
    case 'FRONT_LOADED':
      return each * done + least(rest, done);
    case 'BACK_LOADED':
      return each * done + (done > count - rest ? done - count + rest : 0n);
    case 'FRONT_LOADED_TO_SINGLE_TRANCHE':
      return done === 0n ? 0n : each * done + rest;
    case 'BACK_LOADED_TO_SINGLE_TRANCHE':
      return done === count ? total : each * done;
    default:
      return (total * done) / count;
  }
};

/** A payment of some parts: periods of a salary, all installments of a grant up to one, tranches. */
export interface Payment {
  readonly argument: bigint | Uint8Array;
  /** When it is possible. */
  readonly due: bigint;
  readonly paid: bigint;
  readonly left: bigint;
  readonly next: State;
}

/** Returns the payment of `count` parts. */
export const paymentOf = (stream: Stream, count: bigint): Payment => {
  const { address, list, paid: before } = stream;
  const { kind, terms, form } = address;
  const state = stateOf(stream);
  const principal = principalOf(stream);
  if (isSalary(kind)) {
    const paid = count * state.amount;
    const next = {
      ...state,
      status: state.status + (state.status > 2n ? 1n : 0n),
      unpaid: state.unpaid - count,
      month: state.month + count * terms.months,
    };
    const due = dueOf(address, state.month + (count - 1n) * terms.months);
    return { argument: count, due, paid, left: principal - paid, next };
  }
  if (isGrant(kind)) {
    const vested = allocated(form, state.released + principal, count, state.installments);
    const paid = vested - state.released;
    const due = dueOf(address, state.month + (count - 1n) * terms.months, state.day);
    return { argument: count, due, paid, left: principal - paid, next: { ...state, released: vested } };
  }
  const last = at(list, before + Number(count) - 1);
  return {
    argument: shownOf(list, before, Number(count)),
    due: last.at,
    paid: principal - last.left,
    left: last.left,
    next: { ...state, list: at(hashesOf(list), before + Number(count)) },
  };
};

/** The inputs of a stream: its state by a path, and its tokens. */
export const streamInputs = (
  { address, state, companion }: Stream,
  path: string,
  argument?: bigint | Uint8Array,
  sequence = SEQUENCE_PLAIN,
): DraftInput[] => [
  address.input(state, path, argument, sequence),
  ...(companion === undefined ? [] : [{ coin: companion, sequence: SEQUENCE_PLAIN, unlocking: COMPANION.unlocking }]),
];

export const clockInputOf = ({ clock }: Stream, sequence: number): DraftInput[] =>
  clock === undefined ? [] : [{ coin: clock, sequence, unlocking: CLOCK.unlocking }];

/** The outputs of a stream that goes on: its state, and its tokens. */
export const streamOutputs = (stream: Stream, next: State, left: bigint, units: bigint): Output[] => {
  const state = ofCategory(stateOutput(stream.address, next, left, units), categoryOf(stream));
  const value = stream.companion?.output.valueSatoshis;
  return value === undefined ? [state] : [state, companionOutput(left, value)];
};
