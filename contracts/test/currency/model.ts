import { hash160, type Output, vmNumberToBigInt } from '@bitauth/libauth';
import { findPairProblem, payDebt, payPeriod, type PriceMessage, readScriptPair } from '@weir/payments';
import { isSignedForScript } from '@weir/payments/oracle';
import { PLAN_CLOCK } from '../plan/covenant.js';
import { lockOf } from '../support/contract.js';
import type { Draft } from '../support/transaction.js';
import {
  clockOutput,
  type Covenant,
  decodeState,
  dueOf,
  encodeState,
  type State,
  stepOf,
  type Terms,
  type Till,
} from './currency.js';

/**
 * What a payment in a currency and its till allow, in words: written from the design, with the amounts and the rules of messages that
 * services compute with (@weir/payments). Shares no line with the scripts.
 */
export interface World {
  readonly covenants: readonly Covenant[];
  readonly tills: readonly (Till & { readonly terms: Terms; readonly index: bigint; readonly category: Uint8Array })[];
}

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
const unitsIn = (output: Output | undefined): bigint => output?.token?.amount ?? 0n;
/** What scripts see of a token: category and power. */
const kindOf = (output: Output | undefined): string => {
  const { token } = output ?? {};
  if (token === undefined) return '';
  const power = { none: '', mutable: '+1', minting: '+2' }[token.nft?.capability ?? 'none'];
  return `${token.category.toString()}${power}`;
};
const categoryOf = ({ token }: Output): string => token?.category.toString() ?? '';
const commitmentOf = (output: Output | undefined): Uint8Array => output?.token?.nft?.commitment ?? new Uint8Array();
const isState = (output: Output): boolean => kindOf(output).includes('+') && commitmentOf(output).length === 45;

/** Whether a transaction's locktime counts, as a time. */
const timeOf = (draft: Draft, at: number): bigint | undefined =>
  draft.locktime < 500_000_000 || draft.inputs[at]?.sequence === 0xffffffff ? undefined : BigInt(draft.locktime);
const isAged = (draft: Draft, at: number, blocks: bigint): boolean => {
  const sequence = draft.inputs[at]?.sequence ?? -1;
  return draft.version >= 2 && BigInt(sequence) >= blocks && sequence < 65_536;
};

interface Input {
  readonly draft: Draft;
  readonly at: number;
  readonly covenant: Covenant;
  readonly args: readonly Uint8Array[];
}

/** Where a state goes on, and what is wrong with it there. */
const findSuccessorProblem = (
  { draft, at }: Input,
  place: number,
  next: State,
  { units, least }: { readonly units: bigint; readonly least: bigint },
): string | undefined => {
  const from = draft.inputs[at]?.coin.output;
  const to = draft.outputs[place];
  if (from === undefined || to === undefined) return 'the state ends';
  if (!same(from.lockingBytecode, to.lockingBytecode)) return 'the state is elsewhere';
  if (kindOf(from) !== kindOf(to)) return 'the state has another token';
  if (unitsIn(to) !== units) return `the state has ${unitsIn(to)} units`;
  if (to.valueSatoshis < least) return `the state has ${to.valueSatoshis} satoshis, at least ${least}`;
  return same(commitmentOf(to), encodeState(next)) ? undefined : 'the state says something else';
};

const findPayoutProblem = (draft: Draft, { recipient }: State, paid: bigint): string | undefined => {
  const to = draft.outputs[1];
  if (to === undefined || !same(hash160(to.lockingBytecode), recipient)) return 'the recipient is not paid';
  if (to.token !== undefined) return 'the payout has a token';
  return to.valueSatoshis === paid ? undefined : `the payout is ${to.valueSatoshis}, not ${paid}`;
};

const readMessages = ({ covenant, args }: Input): { message: PriceMessage; previous: PriceMessage } | undefined => {
  const [bytes, signature, bytesBefore, signatureBefore] = args;
  if (!bytes || !signature || !bytesBefore || !signatureBefore) return undefined;
  const { oracle } = covenant.terms;
  const isSigned =
    isSignedForScript({ bytes, signature }, oracle) &&
    isSignedForScript({ bytes: bytesBefore, signature: signatureBefore }, oracle);
  return isSigned ? readScriptPair(bytes, bytesBefore) : undefined;
};

const findPayProblem = (input: Input, state: State): string | undefined => {
  const { draft, at, covenant } = input;
  const { terms } = covenant;
  const coin = draft.inputs[at]?.coin.output;
  const pair = readMessages(input);
  const time = timeOf(draft, at);
  if (at !== 0 || coin === undefined) return 'a payment is at input 0';
  if (pair === undefined) return 'the oracle did not sign two prices';
  const due = dueOf(terms, state.next);
  const problem = findPairProblem(pair, { due, grace: terms.grace });
  if (problem !== undefined) return problem;
  if (state.open < 1n) return 'nothing falls due';
  if (time === undefined || time < due) return 'the date has not come';
  const balance = { value: coin.valueSatoshis, debt: state.debt };
  const { paid, after } = payPeriod({ ...terms, amount: state.amount }, terms, balance, pair.message.price);
  const next = {
    ...state,
    left: state.left - 1n,
    open: state.open - 1n,
    next: state.next + stepOf(terms),
    debt: after.debt,
  };
  const kept = coin.valueSatoshis - paid - terms.fee;
  const least = kept > terms.floor ? kept : terms.floor;
  return (
    (paid > 0n ? findPayoutProblem(draft, state, paid) : undefined) ??
    findSuccessorProblem(input, 0, next, { units: unitsIn(coin), least })
  );
};

const findDebtProblem = (input: Input, state: State): string | undefined => {
  const { draft, covenant } = input;
  const { terms } = covenant;
  const coin = draft.inputs[0]?.coin.output;
  if (coin === undefined) return 'no payment';
  const step = payDebt({ reserve: terms.reserve, fee: terms.bound }, { value: coin.valueSatoshis, debt: state.debt });
  if (step === undefined) return 'no debt can be paid';
  const next = { ...state, debt: step.after.debt };
  return (
    findPayoutProblem(draft, state, step.paid) ??
    findSuccessorProblem(input, 0, next, { units: unitsIn(coin), least: step.after.value })
  );
};

const findStopProblem = (input: Input, state: State): string | undefined => {
  const { draft, at, covenant } = input;
  const coin = draft.inputs[at]?.coin.output;
  const place = 3 * at - 2;
  const status = BigInt(commitmentOf(draft.outputs[place])[2] ?? 0);
  if (coin === undefined || unitsIn(coin) < 1n || state.status !== 0n) return 'a notice runs';
  if (status !== 1n && status !== 2n) return 'neither a pause nor a cancel';
  if (status === 1n && (!covenant.terms.pausable || state.open !== state.left)) return 'it cannot be paused';
  const problem = findSuccessorProblem(input, place, { ...state, status }, { units: 0n, least: coin.valueSatoshis });
  if (problem !== undefined) return problem;
  const clock = draft.outputs[place + 1];
  const expected = clockOutput(unitsIn(coin), covenant.terms.bound, coin.token?.category);
  const isClock =
    clock !== undefined &&
    same(clock.lockingBytecode, expected.lockingBytecode) &&
    kindOf(clock) === kindOf(expected) &&
    unitsIn(clock) === unitsIn(expected) &&
    clock.valueSatoshis === expected.valueSatoshis;
  return isClock ? undefined : 'no clock';
};

/** What a resume at a time makes the next date; by the calendar it says how many paydays it skips. */
const findResumedNext = (
  { covenant: { terms }, args }: Input,
  { open, next }: State,
  time: bigint,
): bigint | string => {
  if (terms.form === 'currency-payment') {
    const later = time + terms.interval;
    return open === 0n && later > next ? later : next;
  }
  const [bytes] = args;
  const passed = bytes && vmNumberToBigInt(bytes, { requireMinimalEncoding: true });
  if (typeof passed !== 'bigint' || passed < 0n) return 'no number of paydays';
  if (passed === 0n) return next;
  if (open !== 0n) return 'the running period is not paid';
  const skipped = next + (passed - 1n) * stepOf(terms);
  return time < dueOf(terms, skipped) ? 'a skipped payday has not passed' : skipped + stepOf(terms);
};

const findResumeProblem = (input: Input, state: State): string | undefined => {
  const { draft, at } = input;
  const coin = draft.inputs[at]?.coin.output;
  const time = timeOf(draft, at);
  if (coin === undefined || state.status !== 0n || state.open >= state.left) return 'it is not paused';
  if (time === undefined) return 'no time';
  const next = findResumedNext(input, state, time);
  if (typeof next === 'string') return next;
  const resumed = { ...state, open: state.left, next };
  return findSuccessorProblem(input, 3 * at - 2, resumed, { units: unitsIn(coin), least: coin.valueSatoshis });
};

/** What the sender gets of an ended payment, and that nothing of it goes on. */
const findEndProblem = ({ draft, covenant }: Input, least: bigint): string | undefined => {
  const [to] = draft.outputs;
  if (to === undefined || !same(to.lockingBytecode, covenant.terms.sender)) return 'not to the sender';
  if (to.valueSatoshis < least) return `${to.valueSatoshis} satoshis to the sender, at least ${least}`;
  return draft.outputs.length <= 2 && draft.outputs.every(({ token }) => token === undefined)
    ? undefined
    : 'it goes on';
};

const findClockProblem = ({ draft, covenant }: Input, coin: Output): string | undefined => {
  const clock = draft.inputs[1]?.coin.output;
  if (clock === undefined || kindOf(clock) !== categoryOf(coin)) return 'no clock';
  return isAged(draft, 1, covenant.terms.notice) ? undefined : 'the notice runs';
};

/** What the sender alone may do, at any input. */
const BY_SENDER = new Set(['stop', 'resume', 'sweep']);

const findPaymentProblem = (input: Input, name: string): string | undefined => {
  const { draft, at, covenant } = input;
  const { terms } = covenant;
  const [coin, first] = [draft.inputs[at]?.coin.output, draft.inputs[0]?.coin.output];
  if (coin === undefined || first === undefined) return 'no input';
  const isBySender = same(first.lockingBytecode, terms.sender);
  if (BY_SENDER.has(name) ? !isBySender : at !== 0) return 'at another input, or not by the sender';
  if (name === 'sweep') return isState(coin) ? 'a payment' : undefined;
  if (BY_SENDER.has(name) && kindOf(first) === kindOf(coin)) return 'a payment of the plan at input 0';
  if (!isState(coin)) return 'no payment';
  const state = decodeState(coin);
  switch (name) {
    case 'pay':
      return findPayProblem(input, state);
    case 'payDebt':
      return findDebtProblem(input, state);
    case 'stop':
      return findStopProblem(input, state);
    case 'resume':
      return findResumeProblem(input, state);
    case 'topUp':
      return unitsIn(coin) < 1n
        ? 'a notice runs'
        : findSuccessorProblem(input, 0, state, { units: unitsIn(coin), least: coin.valueSatoshis + terms.least });
    case 'settle': {
      const units = unitsIn(draft.inputs[1]?.coin.output);
      const settled = { ...state, status: 0n, open: state.left < 1n ? state.left : 1n };
      return state.status === 1n
        ? (findClockProblem(input, coin) ??
            findSuccessorProblem(input, 0, settled, { units, least: coin.valueSatoshis }))
        : 'it is not pausing';
    }
    case 'close':
      return unitsIn(coin) > 0n && state.left === 0n && state.debt < 576n
        ? findEndProblem(input, coin.valueSatoshis - terms.bound)
        : 'something is left';
    case 'refund': {
      const clock = draft.inputs[1]?.coin.output;
      if (unitsIn(coin) !== 0n || state.status !== 2n || unitsIn(clock) !== state.index) return 'it is not cancelled';
      const value = coin.valueSatoshis + (clock?.valueSatoshis ?? 0n);
      return findClockProblem(input, coin) ?? findEndProblem(input, value - terms.bound);
    }
    default:
      return 'no such path';
  }
};

const findTillProblem = (
  draft: Draft,
  at: number,
  till: World['tills'][number],
  isTake: boolean,
): string | undefined => {
  const [first, coin] = [draft.inputs[0]?.coin.output, draft.inputs[at]];
  const { terms, index, category } = till;
  if (first === undefined || coin === undefined) return 'no input';
  if (isTake) {
    const isOld =
      draft.version >= 2 && coin.sequence < 0x400000 ? BigInt(coin.sequence & 0xffff) >= terms.notice : false;
    return same(first.lockingBytecode, terms.sender) && isOld ? undefined : 'not the sender, or too early';
  }
  const payment = `${category.toString()}+1`;
  const [to] = draft.outputs;
  if (at !== 1 || kindOf(first) !== payment || kindOf(to) !== payment) return 'not beside the payment';
  if (decodeState(first).index !== index || coin.coin.output.token !== undefined) return 'another payment, or a token';
  const least = first.valueSatoshis + coin.coin.output.valueSatoshis - terms.bound;
  return (to?.valueSatoshis ?? 0n) >= least ? undefined : 'the coin is not added';
};

/** The clock of plans: beside its payment at input 0, which ends or takes the units back. */
const findClockSpendProblem = (draft: Draft, coin: Output): string | undefined => {
  const first = draft.inputs[0]?.coin.output;
  const payment = `${categoryOf(coin)}+1`;
  if (first === undefined || kindOf(first) !== payment || unitsIn(first) !== 0n) return 'not beside its payment';
  if (decodeState(first).index !== unitsIn(coin)) return 'the clock of another payment';
  const [to] = draft.outputs;
  return kindOf(to) !== payment || unitsIn(to) === unitsIn(coin) ? undefined : 'units stay away';
};

/** Returns why a script refuses an input of a transaction; undefined where it accepts. */
export const findInputProblem = ({ covenants, tills }: World, draft: Draft, at: number): string | undefined => {
  const input = draft.inputs[at];
  if (input?.unlocking.kind !== 'call') return undefined;
  const { script, selector, linked, args } = input.unlocking;
  const { output } = input.coin;
  if (!same(output.lockingBytecode, lockOf(script))) return 'a script of another address';
  const covenant = covenants.find(({ contract }) => same(contract.script, script));
  if (covenant !== undefined && linked !== undefined) {
    const bytes = args.map((arg) => (arg instanceof Uint8Array ? arg : new Uint8Array()));
    return findPaymentProblem({ draft, at, covenant, args: bytes }, linked.name);
  }
  if (same(script, PLAN_CLOCK.script)) return findClockSpendProblem(draft, output);
  const till = tills.find((each) => same(each.script, script));
  return till === undefined ? 'an unknown script' : findTillProblem(draft, at, till, selector === 1n);
};

/** Returns why scripts refuse a transaction; undefined where all of them accept it. */
export const findProblem = (world: World, draft: Draft): string | undefined =>
  draft.inputs.map((_, at) => findInputProblem(world, draft, at)).find((problem) => problem !== undefined);
