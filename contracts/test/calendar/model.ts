import { binsAreEqual, hash160, type Output } from '@bitauth/libauth';
import { announces, finishes, follows, powerOf, type Rule } from '../support/move-rules.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import {
  type Address,
  CLOCK,
  COMPANION,
  dueOf,
  encodeState,
  hashesOf,
  holdsTokens,
  isList,
  isSalary,
  type Kind,
  readState,
  shownOf,
  type State,
  stateBytes,
  type Tranche,
} from './covenant.js';
import { allocated, lessPayout, PAYOUT } from './stream.js';

/**
 * What a block may hold of streams by the calendar, in words and apart from the scripts: by plain numbers, JavaScript's calendar and whole
 * lists of tranches.
 */
export interface World {
  readonly addresses: readonly Address[];
  /** All lists whose hashes the states have. */
  readonly lists: readonly (readonly Tranche[])[];
}

const FINAL = 0xffff_ffff;
const BLOCKS = 0x1_0000;
const FIRST_TIME = 500_000_000n;
const DUST = 576n;

const same = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && binsAreEqual(left, right);
const commitmentOf = (output: Output | undefined): Uint8Array => output?.token?.nft?.commitment ?? new Uint8Array();
const unitsOf = (output: Output | undefined): bigint => output?.token?.amount ?? 0n;
const valueOf = (output: Output | undefined): bigint => output?.valueSatoshis ?? 0n;
const isPaidTo = (output: Output | undefined, hash: Uint8Array): boolean =>
  output !== undefined && same(hash160(output.lockingBytecode), hash);
/** Category without a power over NFTs, as the units of a plan have it. */
const plainOf = (power: string): string => (power === 'none' ? power : `${power.split(' ')[0] ?? ''} `);

/** A call of a function, and what is around it. */
interface Called {
  readonly world: World;
  readonly draft: Draft;
  readonly at: number;
  readonly address: Address;
  readonly coin: Output;
  readonly sequence: number;
  readonly argument: Uint8Array | undefined;
}

/** The locktime is a time from another one on, and binds. */
const isTime = ({ draft, sequence }: Called, from: bigint): boolean =>
  sequence !== FINAL && BigInt(draft.locktime) >= FIRST_TIME && BigInt(draft.locktime) >= from;

const numberIn = (bytes: Uint8Array): bigint => {
  const last = bytes.at(-1);
  if (last === undefined) return 0n;
  const size = bytes.reduceRight(
    (sum, byte, place) => (sum << 8n) | BigInt(place === bytes.length - 1 ? byte & 127 : byte),
    0n,
  );
  return last > 127 ? -size : size;
};

/** Whether the numbers of a state fit its bytes, with their signs. */
const fits = (kind: Kind, state: State): boolean => {
  const written = readState(kind, {
    lockingBytecode: new Uint8Array(),
    valueSatoshis: state.reserve,
    token: {
      category: new Uint8Array(32),
      amount: 0n,
      nft: { capability: 'mutable', commitment: encodeState(kind, state) },
    },
  });
  return (['status', 'reserve', 'unpaid', 'month', 'released'] as const).every(
    (field) => written[field] === state[field] || !isOf(kind, field),
  );
};
const isOf = (kind: Kind, field: 'status' | 'reserve' | 'unpaid' | 'month' | 'released'): boolean => {
  if (field === 'reserve') return !holdsTokens(kind);
  return field === 'released' ? kind.startsWith('calendar-vesting') : isSalary(kind);
};

/** What some parts come to. */
interface Part {
  readonly due: bigint;
  readonly paid: bigint;
  readonly next: State;
  /** Bytes that are shown of a list. */
  readonly shown: bigint;
}

const principalIn = ({ address, draft, at, coin }: Called, { reserve }: State): bigint =>
  holdsTokens(address.kind) ? unitsOf(draft.inputs[at + 1]?.coin.output) : coin.valueSatoshis - reserve;

/** The tranches that an argument shows, of a list whose hash the state has. */
const shownIn = ({ world, argument }: Called, state: State): readonly [last: Tranche, rest: Uint8Array] | undefined => {
  for (const list of world.lists) {
    const hashes = hashesOf(list);
    for (const [from, hash] of hashes.entries()) {
      if (!same(hash, state.list)) continue;
      for (let count = 1; from + count <= list.length; count += 1) {
        const [last, rest] = [list[from + count - 1], hashes[from + count]];
        if (last !== undefined && rest !== undefined && same(shownOf(list, from, count), argument)) return [last, rest];
      }
    }
  }
  return undefined;
};

/** The parts that a payment names; undefined where it may not name them. */
const partIn = (called: Called, state: State): Part | undefined => {
  const { address, argument } = called;
  const { kind, terms, form } = address;
  const principal = principalIn(called, state);
  if (isList(kind)) {
    const shown = shownIn(called, state);
    if (shown === undefined) return undefined;
    const [last, rest] = shown;
    return {
      due: last.at,
      paid: principal - last.left,
      next: { ...state, list: rest },
      shown: BigInt(argument?.length ?? 0),
    };
  }
  const count = numberIn(argument ?? new Uint8Array());
  if (isSalary(kind)) {
    const halted = state.status > 2n;
    if (halted && count !== state.status % 2n) return undefined;
    return {
      due: dueOf(address, state.month + (count - 1n) * terms.months),
      paid: count * state.amount,
      shown: 0n,
      next: {
        ...state,
        status: state.status + (halted ? 1n : 0n),
        unpaid: state.unpaid - count,
        month: state.month + count * terms.months,
      },
    };
  }
  if (count < terms.cliff || count >= state.installments) return undefined;
  const vested = allocated(form, state.released + principal, count, state.installments);
  return {
    due: dueOf(address, state.month + (count - 1n) * terms.months, state.day),
    paid: vested - state.released,
    shown: 0n,
    next: { ...state, released: vested },
  };
};

/** The tokens beside a state are its own. */
const hasOwnTokens = ({ address, draft, at }: Called): boolean =>
  !holdsTokens(address.kind) || follows(draft.inputs[at + 1], draft.inputs[at]);

/**
 * A state goes on with other money, units and counters, at an output; its tokens at the next one.
 *
 * @param least satoshis that its reserve keeps
 */
const goesOn = function* (
  called: Called,
  output: number,
  { next, left, units, least }: { next: State; left: bigint; units: bigint; least: bigint },
): Generator<Rule> {
  const { address, draft, at, coin } = called;
  const { kind } = address;
  const state = draft.outputs[output];
  yield [state !== undefined && same(state.lockingBytecode, coin.lockingBytecode), 'the state goes elsewhere'];
  if (state === undefined) return;
  yield [powerOf(state) === powerOf(coin) && unitsOf(state) === units, 'the state has another category or units'];
  const tokens = holdsTokens(kind);
  const reserve = tokens ? state.valueSatoshis : state.valueSatoshis - left;
  yield [reserve >= least, 'the reserve pays too much'];
  const written = { ...next, reserve };
  yield [fits(kind, written) && same(commitmentOf(state), encodeState(kind, written)), 'the state says something else'];
  if (!tokens) return;
  const [held, companion] = [draft.inputs[at + 1]?.coin.output, draft.outputs[output + 1]];
  yield [hasOwnTokens(called), 'not its own tokens'];
  yield [held !== undefined && same(companion?.lockingBytecode, held.lockingBytecode), 'the tokens go elsewhere'];
  if (held === undefined || companion === undefined) return;
  yield [powerOf(companion) === powerOf(held) && unitsOf(companion) === left, 'other tokens are left'];
  yield [companion.valueSatoshis >= held.valueSatoshis, 'the tokens pay'];
};

/** The recipient is paid at an output. */
const isPaid = ({ address, draft, at }: Called, output: number, amount: bigint, to: Uint8Array): boolean => {
  const payout = draft.outputs[output];
  if (payout === undefined || !isPaidTo(payout, to)) return false;
  if (!holdsTokens(address.kind)) return payout.token === undefined && payout.valueSatoshis === amount;
  const held = draft.inputs[at + 1]?.coin.output;
  return (
    held !== undefined &&
    powerOf(payout) === powerOf(held) &&
    unitsOf(payout) === amount &&
    payout.valueSatoshis >= PAYOUT
  );
};

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

const pays = function* (called: Called, collects: boolean): Generator<Rule> {
  const { address, draft, at, coin } = called;
  const { kind, terms } = address;
  const state = readState(kind, coin);
  yield [at === 0, 'not at input 0'];
  yield [state.to.length === (collects ? 20 : 0), 'a move is pending, or none is'];
  const last = draft.inputs.at(-1)?.coin.output;
  if (collects) yield [last !== undefined && isPaidTo(last, state.recipient), 'not by the recipient'];
  const part = partIn(called, state);
  yield [part !== undefined, 'no parts that may be named'];
  if (part === undefined) return;
  const { due, paid, next, shown } = part;
  yield [isTime(called, due), 'not due'];
  const left = principalIn(called, state) - paid;
  if (isSalary(kind)) yield [next.unpaid > 0n && next.unpaid < state.unpaid, 'all periods, or none'];
  else if (isList(kind)) yield [left > 0n, 'all tranches'];
  else yield [holdsTokens(kind) ? paid > 0n && left > 0n : paid >= DUST && left >= DUST, 'too little is paid or left'];
  const least = collects ? state.reserve : max(state.reserve - terms.fee - shown, terms.floor);
  yield* goesOn(called, 0, { next, left, units: unitsOf(coin), least });
  yield [isPaid(called, holdsTokens(kind) ? 2 : 1, paid, state.recipient), 'the recipient is not paid'];
};

const ends = function* (called: Called): Generator<Rule> {
  const { world, address, draft, at, coin } = called;
  const { kind, terms } = address;
  const { outputs, inputs } = draft;
  const state = readState(kind, coin);
  yield [at === 0, 'not at input 0'];
  yield [hasOwnTokens(called), 'not its own tokens'];
  if (isSalary(kind)) {
    yield [
      state.unpaid > 0n && (state.status <= 2n || state.unpaid <= state.status % 2n),
      'periods that do not fall due',
    ];
    yield [isTime(called, dueOf(address, state.month + (state.unpaid - 1n) * terms.months)), 'not due'];
  } else if (isList(kind)) {
    const shown = shownIn({ ...called, world }, state);
    yield [
      shown !== undefined && shown[0].left === 0n && isTime(called, shown[0].at),
      'not the last tranche, or not due',
    ];
  } else
    yield [
      isTime(called, dueOf(address, state.month + (state.installments - 1n) * terms.months, state.day)),
      'not due',
    ];
  const tokens = holdsTokens(kind);
  const clock = inputs[tokens ? 2 : 1]?.coin.output;
  yield [isPaid(called, 0, principalIn(called, state), state.recipient), 'the recipient is not paid all'];
  let back = (tokens ? coin.valueSatoshis + valueOf(inputs[1]?.coin.output) : state.reserve) - terms.floor;
  if (unitsOf(coin) === 0n) {
    yield [clock !== undefined && powerOf(clock) === plainOf(powerOf(coin)), 'without its clock'];
    back += valueOf(clock);
  }
  if (tokens || back >= DUST)
    yield [same(outputs[1]?.lockingBytecode, terms.sender) && valueOf(outputs[1]) >= back, 'the sender gets less'];
  yield [outputs.length <= 3, 'too many outputs'];
  const middle = tokens ? 1 : Math.trunc((outputs.length - 1) / 2);
  yield [outputs[middle]?.token === undefined && outputs.at(-1)?.token === undefined, 'NFT or units go on'];
};

/** What every transaction of the sender has. */
const isBySender = function* (called: Called): Generator<Rule> {
  const { address, draft, coin } = called;
  const first = draft.inputs[0]?.coin.output;
  yield [same(first?.lockingBytecode, address.terms.sender), 'not by the sender'];
  yield [isTime(called, FIRST_TIME), 'for no time'];
  yield [first !== undefined && powerOf(first) !== powerOf(coin), 'behind a stream of its plan'];
};

const slotsOf = (kind: Kind, at: number) =>
  holdsTokens(kind)
    ? { state: 2 * at - 1, clock: 2 * at + 1, payee: 2 * at + 2 }
    : { state: 3 * at - 2, clock: 3 * at - 1, payee: 3 * at };

const stops = function* (called: Called): Generator<Rule> {
  const { address, draft, at, coin, argument } = called;
  const { kind, terms } = address;
  const state = { ...readState(kind, coin), to: new Uint8Array() };
  const slots = slotsOf(kind, at);
  yield* isBySender(called);
  yield [unitsOf(coin) > 0n, 'under notice'];
  const count = isList(kind) ? 0n : numberIn(argument ?? new Uint8Array());
  let next = state;
  let paid = 0n;
  if (isSalary(kind)) {
    const halted = state.status > 2n;
    yield [
      count >= 0n && count < state.unpaid && (!halted || count <= state.status % 2n),
      'periods that may not be named',
    ];
    if (count > 0n) yield [isTime(called, dueOf(address, state.month + (count - 1n) * terms.months)), 'not due'];
    paid = count * state.amount;
    const becomes = readState(kind, draft.outputs[slots.state] ?? coin).status;
    const cancelled = state.status + 2n + (halted ? count : 0n);
    yield [
      (becomes === 1n && terms.pausable && !halted) || (becomes !== 1n && terms.cancelable && becomes === cancelled),
      'another status',
    ];
    next = { ...state, status: becomes, unpaid: state.unpaid - count, month: state.month + count * terms.months };
  } else {
    yield [terms.notice > 0n, 'streams that cannot be cancelled'];
    if (count !== 0n) {
      const part = partIn(called, state);
      yield [part !== undefined && isTime(called, part.due), 'not due, or not to be named'];
      const due = part?.paid ?? 0n;
      paid = due >= (holdsTokens(kind) ? 1n : DUST) ? due : 0n;
      next = { ...state, released: state.released + paid };
    }
    if (kind === 'calendar-vesting-token') yield [paid < principalIn(called, state), 'all'];
  }
  const left = principalIn(called, state) - paid;
  yield* goesOn(called, slots.state, { next, left, units: 0n, least: state.reserve });
  const clock = draft.outputs[slots.clock];
  yield [same(clock?.lockingBytecode, CLOCK.lockingBytecode), 'no clock'];
  yield [
    clock !== undefined && powerOf(clock) === plainOf(powerOf(coin)) && unitsOf(clock) === unitsOf(coin),
    'other units',
  ];
  if (isSalary(kind)) yield [valueOf(clock) === lessPayout(kind, terms.floor), 'a clock of another value'];
  if (paid > 0n) yield [isPaid(called, slots.payee, paid, state.recipient), 'the recipient is not paid'];
};

const resumes = function* (called: Called): Generator<Rule> {
  const { address, at, coin, argument } = called;
  const { kind, terms } = address;
  const state = { ...readState(kind, coin), to: new Uint8Array() };
  const slots = slotsOf(kind, at);
  const passed = numberIn(argument ?? new Uint8Array());
  yield* isBySender(called);
  yield [state.status === 3n || state.status === 4n, 'not paused'];
  yield [passed >= 0n, 'back in time'];
  if (passed > 0n) yield [isTime(called, dueOf(address, state.month + (passed - 1n) * terms.months)), 'not passed'];
  const periods = passed > 0n ? state.status % 2n : 0n;
  const paid = periods * state.amount;
  const next = { ...state, status: 0n, unpaid: state.unpaid - periods, month: state.month + passed * terms.months };
  yield [next.unpaid > 0n, 'nothing to go on with'];
  const left = principalIn(called, state) - paid;
  yield* goesOn(called, slots.state, { next, left, units: unitsOf(coin), least: state.reserve });
  if (paid > 0n) yield [isPaid(called, slots.payee, paid, state.recipient), 'the recipient is not paid'];
};

/** The clock of a stream at input 0, old enough. */
const isOld = ({ address, draft, coin }: Called): boolean => {
  const input = draft.inputs[holdsTokens(address.kind) ? 2 : 1];
  return (
    input !== undefined &&
    draft.version >= 2 &&
    BigInt(input.sequence) >= address.terms.notice &&
    input.sequence < BLOCKS &&
    powerOf(input.coin.output) === plainOf(powerOf(coin))
  );
};

const settles = function* (called: Called): Generator<Rule> {
  const { address, draft, at, coin } = called;
  const { kind } = address;
  const state = readState(kind, coin);
  yield [at === 0 && state.status === 1n, 'not a pause at input 0'];
  yield [isOld(called), 'its clock is young, or elsewhere'];
  const clock = draft.inputs[holdsTokens(kind) ? 2 : 1]?.coin.output;
  const next = { ...state, status: 3n };
  yield* goesOn(called, 0, { next, left: principalIn(called, state), units: unitsOf(clock), least: state.reserve });
};

const refunds = function* (called: Called): Generator<Rule> {
  const { address, draft, at, coin } = called;
  const { kind, terms } = address;
  const { inputs, outputs } = draft;
  const tokens = holdsTokens(kind);
  const state = readState(kind, coin);
  const clock = inputs[tokens ? 2 : 1]?.coin.output;
  yield [at === 0 && unitsOf(coin) === 0n, 'not under notice at input 0'];
  yield [!isSalary(kind) || state.status !== 1n, 'a pause'];
  yield [isOld(called) && unitsOf(clock) === state.index, 'its clock is young, or elsewhere'];
  yield [hasOwnTokens(called), 'not its own tokens'];
  const held = [coin, tokens ? inputs[1]?.coin.output : undefined, clock].reduce(
    (sum, each) => sum + valueOf(each),
    0n,
  );
  const [back] = outputs;
  yield [
    same(back?.lockingBytecode, terms.sender) && valueOf(back) >= held - lessPayout(kind, terms.floor),
    'the sender gets less',
  ];
  if (!tokens) {
    yield [outputs.length <= 2 && outputs.every(({ token }) => token === undefined), 'NFT or units go on'];
    return;
  }
  const tokensHeld = inputs[1]?.coin.output;
  yield [outputs.length === 1, 'more than one output'];
  yield [
    back !== undefined &&
      tokensHeld !== undefined &&
      powerOf(back) === powerOf(tokensHeld) &&
      unitsOf(back) === unitsOf(tokensHeld),
    'other tokens return',
  ];
};

const sweeps = function* (called: Called): Generator<Rule> {
  const { address, draft, coin } = called;
  const power = coin.token?.nft?.capability;
  const isStream = power !== undefined && power !== 'none' && commitmentOf(coin).length >= stateBytes(address.kind);
  yield [!isStream, 'a stream'];
  yield [isTime(called, FIRST_TIME), 'for no time'];
  yield [same(draft.inputs[0]?.coin.output.lockingBytecode, address.terms.sender), 'not by the sender'];
};

const movingOf = ({ address, ...called }: Called) => ({
  ...called,
  moving: {
    length: stateBytes(address.kind),
    reserveAt: holdsTokens(address.kind) ? undefined : isSalary(address.kind) ? 3 : 2,
    delay: address.terms.delay,
    fee: lessPayout(address.kind, address.terms.floor),
  },
});

const RULES: Readonly<Record<string, (called: Called) => Iterable<Rule>>> = {
  pay: (called) => pays(called, false),
  collect: (called) => pays(called, true),
  end: ends,
  cancel: stops,
  stop: stops,
  settle: settles,
  resume: resumes,
  refund: refunds,
  sweep: sweeps,
  announce: (called) => announces(movingOf(called)),
  finish: (called) => finishes(movingOf(called)),
};

const isClockSpent = (draft: Draft, { coin }: DraftInput): boolean => {
  const [first, output] = [draft.inputs[0]?.coin.output, draft.outputs[0]];
  const state = `${plainOf(powerOf(coin.output)).trimEnd()} mutable`;
  if (first === undefined || powerOf(first) !== state || unitsOf(first) !== 0n) return false;
  if (numberIn(commitmentOf(first).slice(0, 2)) !== unitsOf(coin.output)) return false;
  return output === undefined || powerOf(output) !== state || unitsOf(output) === unitsOf(coin.output);
};

/** What a transaction does that the rules do not allow; undefined where they allow it. */
export const calendarModel =
  (world: World) =>
  (draft: Draft): string | undefined => {
    for (const [at, input] of draft.inputs.entries()) {
      const { coin, sequence, unlocking } = input;
      if (unlocking === COMPANION.unlocking && !(at > 0 && follows(input, draft.inputs[at - 1])))
        return 'tokens without their state';
      if (unlocking === CLOCK.unlocking && !isClockSpent(draft, input)) return 'a clock without its state';
      if (unlocking.kind !== 'call' || unlocking.linked === undefined) continue;
      const address = world.addresses.find(({ script }) => script === unlocking.script);
      const rules = RULES[unlocking.linked.name];
      if (address === undefined || rules === undefined)
        throw new Error(`${unlocking.linked.name} is not of these rules`);
      if (!same(coin.output.lockingBytecode, address.lockingBytecode)) return 'a coin of another address';
      const [given] = unlocking.args;
      const argument = given instanceof Uint8Array ? given : undefined;
      for (const [holds, problem] of rules({ world, draft, at, address, coin: coin.output, sequence, argument }))
        if (!holds) return `input ${at}, ${unlocking.linked.name}: ${problem}`;
    }
    return undefined;
  };
