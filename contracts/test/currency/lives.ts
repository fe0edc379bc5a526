import { hash160, type Output } from '@bitauth/libauth';
import { findPairProblem, readScriptPair, satoshisAt } from '@weir/payments';
import type { Chance } from '@weir/testing';
import { at } from '../support/bytes.js';
import { coinNamed, findLock, payTo, purse } from '../support/coins.js';
import { isValid } from '../support/judge.js';
import { isLedgerSound } from '../support/ledger.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type ChainPoint, type Coin, type Draft, type DraftInput, seal } from '../support/transaction.js';
import { draftOf } from '../treasury/transactions.js';
import {
  clockInput,
  clockOutput,
  DAY,
  decodeState,
  draftPay,
  dueOf,
  firstOf,
  hiddenInput,
  PLAN,
  quoteAt,
  START,
  type State,
  STATE,
  stateOutput,
  stepOf,
  tillCoin,
  tillInput,
} from './currency.js';
import { findProblem } from './model.js';
import type { RandomPayments } from './random.js';

/** A payment somewhere in its life, and the time. */
interface Life {
  readonly coin: Coin;
  readonly clock: Coin | undefined;
  readonly tip: ChainPoint;
}

/** What a whole life did. */
export interface Lived {
  /** Steps by the function that made them. */
  readonly steps: ReadonlyMap<string, number>;
  /** Transactions that VM and model refuse. */
  readonly refused: number;
}

const same = (one: Uint8Array, other: Uint8Array): boolean => one.toString() === other.toString();
const isOfPlan = ({ token }: Output): boolean => token !== undefined && same(token.category, PLAN);
const nameOf = (draft: Draft, coin: Coin): string => {
  const spending = draft.inputs.find((input) => input.coin === coin);
  return spending?.unlocking.kind === 'call' ? (spending.unlocking.linked?.name ?? '') : '';
};

/** Lets up to 40 days pass, in blocks of ten minutes; sometimes none. */
const later = (chance: Chance, { height, mtp }: ChainPoint): ChainPoint => {
  const blocks = chance.of([0, 0, 1, 144, 288, 288, 1_000, 4_400, 5_760]);
  return { height: height + blocks, mtp: mtp + blocks * 600 };
};

/** What the parties of a payment try at a time: each is a transaction that is valid in some of its states. */
const attempts = ({ scene }: RandomPayments, { coin, clock, tip }: Life, chance: Chance): readonly (() => Draft)[] => {
  const { terms, covenant, till, stop } = scene;
  const state = decodeState(coin.output);
  const { valueSatoshis: value } = coin.output;
  const [due, now] = [dueOf(terms, state.next), BigInt(tip.mtp) - 1n];
  const goesOn = (change: Partial<State>, satoshis = value): Output =>
    stateOutput(covenant, { ...state, ...change }, satoshis);
  const call = (name: string, passed = 0n): DraftInput => hiddenInput(covenant, coin, name, { passed });
  const waiting = clock === undefined ? [] : [clockInput(clock)];
  const pay = (): Draft => {
    const graces = now > due ? (now - due) / terms.grace : 0n;
    const late = chance.of([0n, 0n, 0n, graces, BigInt(chance.below(Number(graces) + 2))]);
    const price = chance.of([1n, 20_000n, 45_000n, 60_000n, 2_147_483_000n]);
    return draftPay(covenant, coin, {
      quote: quoteAt(due + late * terms.grace, { price }),
      locktime: chance.of([now, due]),
      ...(chance.once(3) && { purse: purse(outsider, 3_000n) }),
    });
  };
  const resume = (): Draft => {
    let passed = 0n;
    const isEqual = terms.form === 'currency-payment';
    while (!isEqual && state.open === 0n && dueOf(terms, state.next + passed * stepOf(terms)) <= now) passed += 1n;
    passed = chance.of([passed, passed, 0n, passed + 1n, BigInt(chance.below(Number(passed) + 1))]);
    const put = now + terms.interval;
    const next = isEqual && state.open === 0n && put > state.next ? put : state.next + passed * stepOf(terms);
    return draftOf(
      [purse(sender, 20_000n), call('resume', passed)],
      [payTo(sender, 18_000n), goesOn({ open: state.left, next })],
      { locktime: Number(now) },
    );
  };
  const payDebt = (): Draft => {
    const there = value - terms.reserve;
    const paid = state.debt < there ? state.debt : there;
    return draftOf(
      [call('payDebt')],
      [
        stateOutput(
          covenant,
          { ...state, debt: state.debt - paid },
          value - paid - terms.bound,
          coin.output.token?.amount,
        ),
        payTo(recipient, paid > 0n ? paid : 576n),
      ],
    );
  };
  const end = (name: 'close' | 'refund', more: bigint): Draft =>
    draftOf([call(name), ...(name === 'refund' ? waiting : [])], [payTo(sender, value + more - terms.bound)]);
  const added = chance.of([terms.least, 400_000_000n, 2_000_000_000n]);
  const deposit = tillCoin(till, added + terms.bound, `${tip.height}`);
  return [
    ...[pay, pay, pay, pay],
    () => stop([coin], chance.of([1n, 1n, 1n, 1n, 2n])),
    () => draftOf([call('settle'), ...waiting], [goesOn({ status: 0n, open: state.left < 1n ? state.left : 1n })]),
    resume,
    resume,
    () =>
      draftOf([call('topUp'), purse(outsider, added + 2_000n, `top-up ${tip.height}`)], [goesOn({}, value + added)]),
    () => draftOf([call('topUp'), tillInput(till, deposit, 'add')], [goesOn({}, value + added)]),
    payDebt,
    () => end('close', 0n),
    () => end('refund', clock?.output.valueSatoshis ?? 0n),
  ];
};

const fail = (why: string): never => {
  throw new Error(why);
};
const must = (holds: boolean, why: string): void => void (holds || fail(why));

/** What is paid out of the state, at output 1. */
const assertPaid = ({ outputs }: Draft, state: State, paid: bigint): void => {
  if (paid === 0n) return;
  const to = at(outputs, 1);
  must(paid >= 576n && to.valueSatoshis === paid && to.token === undefined, 'the payout is another amount');
  must(same(hash160(to.lockingBytecode), state.recipient), 'somebody else is paid');
};

/** Keeps book of a life, and throws where a step gave somebody what is not theirs. */
const createBook = ({ scene }: RandomPayments) => {
  const { terms } = scene;
  let [fixed, received] = [0n, 0n];
  const dates = new Set<bigint>();
  let lastPaid = 0n;

  const price = (draft: Draft, state: State): void => {
    const { unlocking } = at(draft.inputs, 0);
    const args = unlocking.kind === 'call' ? unlocking.args : [];
    const [message, , previous] = args;
    const isShown = message instanceof Uint8Array && previous instanceof Uint8Array;
    const pair = isShown ? readScriptPair(message, previous) : undefined;
    if (pair === undefined) return fail('no prices');
    const due = dueOf(terms, state.next);
    must(findPairProblem(pair, { due, grace: terms.grace }) === undefined, 'a price of another minute');
    must(BigInt(draft.locktime) >= due && draft.locktime >= 500_000_000, 'paid before its date');
    must(!dates.has(due) && due > lastPaid, 'a date is paid twice, or after a later one');
    dates.add(due);
    lastPaid = due;
    fixed += satoshisAt({ ...terms, amount: state.amount }, pair.message.price);
  };

  /** Checks what a resume skips. */
  const resumes = ({ locktime }: Draft, from: State, to: State): void => {
    must(from.open === 0n || to.next === from.next, 'the running period is skipped');
    if (terms.form === 'currency-payment') {
      must(to.next === from.next || to.next === BigInt(locktime) + terms.interval, 'another date');
      return;
    }
    must((to.next - from.next) % stepOf(terms) === 0n && to.next >= from.next, 'not a payday');
    for (let skipped = from.next; skipped < to.next; skipped += stepOf(terms))
      must(dueOf(terms, skipped) <= BigInt(locktime), 'a payday is skipped that has not passed');
  };

  /** Checks a step that leaves a payment. */
  const goesOn = (name: string, draft: Draft, before: Output, after: Output): void => {
    const [from, to] = [decodeState(before), decodeState(after)];
    const [held, left] = [before.valueSatoshis, after.valueSatoshis];
    must(from.index === to.index && from.amount === to.amount && same(from.recipient, to.recipient), 'other terms');
    const owed = fixed;
    if (name === 'pay') price(draft, from);
    const paid = from.debt + (fixed - owed) - to.debt;
    received += paid;
    const bySender = same(at(draft.inputs, 0).coin.output.lockingBytecode, sender.lockingBytecode);
    const isPeriod = name === 'pay';
    must(to.left === from.left - (isPeriod ? 1n : 0n), 'a period is lost');
    if (isPeriod) {
      must(
        from.open > 0n && to.open === from.open - 1n && to.next === from.next + stepOf(terms),
        'not the next period',
      );
      must(left >= terms.floor && left >= held - paid - terms.fee, 'a fee above the bound');
    } else if (name === 'payDebt') must(paid >= 576n && left >= held - paid - terms.bound, 'a fee above the bound');
    else must(paid === 0n && left >= held + (name === 'topUp' ? terms.least : 0n), 'money is gone');
    assertPaid(draft, from, paid);
    if (name === 'stop' || name === 'resume') must(bySender, 'not the sender');
    else must(to.open === (name === 'settle' ? (from.left < 1n ? 0n : 1n) : isPeriod ? to.open : from.open), 'opened');
    if (name === 'resume') resumes(draft, from, to);
    else must(isPeriod || to.next === from.next, 'another date');
  };

  const ends = (name: string, draft: Draft, before: Output, clock: Coin | undefined): void => {
    const state = decodeState(before);
    const to = at(draft.outputs, 0);
    const isRefund = name === 'refund' && state.status === 2n && clock !== undefined;
    must(isRefund || (name === 'close' && state.left === 0n && state.debt < 576n), 'it ends early');
    const held = before.valueSatoshis + (isRefund ? clock.output.valueSatoshis : 0n);
    must(same(to.lockingBytecode, sender.lockingBytecode) && to.valueSatoshis >= held - terms.bound, 'money is gone');
  };

  return {
    goesOn,
    ends,
    /** Every price is paid or stays a debt, to the satoshi. */
    assertEven: (debt: bigint): void =>
      must(fixed === received + debt, `${fixed} fixed, ${received} paid, ${debt} owed`),
  };
};

/** Returns the payment and the clock that a transaction leaves. @throws Error where units or the NFT are anywhere else */
const followed = ({ scene }: RandomPayments, draft: Draft, { clock }: Life, tip: ChainPoint, serial: number) => {
  const found = draft.outputs.flatMap((output, vout) => (isOfPlan(output) ? [{ output, vout }] : []));
  const states = found.filter(({ output }) => same(output.lockingBytecode, scene.covenant.lock));
  const clocks = found.filter(({ output }) => same(output.lockingBytecode, clockOutput(1n).lockingBytecode));
  must(states.length + clocks.length === found.length && states.length <= 1 && clocks.length <= 1, 'tokens elsewhere');
  const mined = { height: tip.height + 1, mtp: tip.mtp };
  const [state, started] = [states, clocks].map(([one]) =>
    one === undefined ? undefined : coinNamed(`life ${serial} ${one.vout}`, one.output, { vout: one.vout, mined }),
  );
  const isSpent = draft.inputs.some(({ coin }) => coin === clock);
  return { state, clock: started ?? (isSpent ? undefined : clock) };
};

/**
 * Lives a payment's life: at random times somebody tries a step, often with one or two things changed. What VM and model accept
 * happens, and a book is kept of it.
 *
 * @param payments of a form
 * @param tries transactions
 * @throws Error where VM and model differ, or a step gives somebody what is not theirs
 */
export const live = (payments: RandomPayments, chance: Chance, tries: number, number: number): Lived => {
  const { scene, world, changed } = payments;
  const { terms, covenant } = scene;
  const left = chance.of([1n, 3n, 12n, 100n]);
  const first: State = { ...STATE, left, open: left, debt: 0n, next: firstOf(terms) };
  const opened = terms.reserve + chance.of([576n, 300_000_000n, 1_000_000_000n, 20_000_000_000n]);
  const tip: ChainPoint = { height: 900_000, mtp: Number(START - 3n * DAY) };
  let life: Life = {
    coin: coinNamed(`life ${number}`, stateOutput(covenant, first, opened), { mined: tip }),
    clock: undefined,
    tip,
  };
  const book = createBook(payments);
  const steps = new Map<string, number>();
  let refused = 0;
  for (let tried = 0; tried < tries; tried += 1) {
    life = { ...life, tip: later(chance, life.tip) };
    let draft = chance.of(attempts(payments, life, chance))();
    for (let again = 0; again < 3 && findProblem(world, draft) !== undefined; again += 1)
      draft = chance.of(attempts(payments, life, chance))();
    for (let changes = chance.of([0, 0, 0, 1, 1, 2]); changes > 0; changes -= 1) draft = changed(chance, draft);
    if (draft.outputs.some(({ valueSatoshis }) => valueSatoshis < 0n) || !isLedgerSound(draft)) continue;
    const problem = findProblem(world, draft);
    const valid = isValid(seal(draft));
    must(valid === (problem === undefined), `VM ${String(valid)}, model ${problem ?? 'allows it'}`);
    const name = nameOf(draft, life.coin);
    const others = draft.inputs.filter(
      ({ coin }) => isOfPlan(coin.output) && coin !== life.coin && coin !== life.clock,
    );
    if (!valid || name === '' || others.length > 0 || findLock(draft, life.tip) !== undefined) {
      refused += valid ? 0 : 1;
      continue;
    }
    steps.set(name, (steps.get(name) ?? 0) + 1);
    const { state, clock } = followed(payments, draft, life, life.tip, number * 10_000 + tried);
    if (state === undefined) {
      book.ends(name, draft, life.coin.output, life.clock);
      const { status, debt } = decodeState(life.coin.output);
      // A cancel ends the debt; so does a close of less than an output.
      book.assertEven(debt);
      must(status === 2n || debt < 576n, 'a debt is lost');
      return { steps, refused };
    }
    book.goesOn(name, draft, life.coin.output, state.output);
    life = { ...life, coin: state, clock };
    book.assertEven(decodeState(state.output).debt);
  }
  return { steps, refused };
};
