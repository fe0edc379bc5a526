import type { Output } from '@bitauth/libauth';
import type { HonestSpend, Places } from '../support/attack-suite.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { draftOf, spendOf, withOutput } from '../treasury/transactions.js';
import {
  clockCoin,
  clockInput,
  clockOutput,
  type Covenant,
  createCovenant,
  createTill,
  DAY,
  decodeState,
  draftPay,
  dueOf,
  firstOf,
  type Form,
  hiddenInput,
  quoteAt,
  resumedOf,
  START,
  type State,
  stateCoin,
  type StateCoin,
  stateOutput,
  stepOf,
  type Terms,
  TERMS,
  tillCoin,
  tillInput,
  TIP,
  VALUE,
} from './currency.js';

const after = (coin: Coin, some: Partial<State>): State => ({ ...decodeState(coin.output), ...some });

/** The transactions of a plan of some form. */
export const sceneOf = (form: Form = 'currency-payment', some: Partial<Terms> = {}) => {
  const terms: Terms = { ...TERMS, ...some, form };
  const covenant = createCovenant(terms);
  const till = createTill(terms, 1n);

  const pay = (
    some: Partial<State> = {},
    more: StateCoin & Parameters<typeof draftPay>[2] = {},
    of = covenant,
  ): Draft => draftPay(of, stateCoin(of, some, more), more);

  /** The sender pauses (1) or cancels (2). */
  const stop = (coins: readonly Coin[], status: bigint, of: Covenant = covenant, by: Party = sender): Draft => {
    const outputs: Output[] = [payTo(by, 2_000n)];
    for (const [i, coin] of coins.entries()) {
      if (i > 0) outputs.push(payTo(by, 1_000n));
      const state = after(coin, { status });
      outputs.push(stateOutput(of, state, coin.output.valueSatoshis, 0n), clockOutput(coin.output.token?.amount ?? 0n));
    }
    return draftOf([purse(by, 20_000n), ...coins.map((coin) => hiddenInput(of, coin, 'stop'))], outputs);
  };

  const settle = (some: Partial<State> = {}): Draft => {
    const coin = stateCoin(covenant, { ...some, status: 1n });
    const { left, index } = decodeState(coin.output);
    const state = after(coin, { status: 0n, open: left < 1n ? left : 1n });
    return draftOf(
      [hiddenInput(covenant, coin, 'settle'), clockInput(clockCoin(index))],
      [stateOutput(covenant, state, VALUE)],
    );
  };

  const resume = (some: Partial<State>, locktime: bigint): Draft => {
    const coin = stateCoin(covenant, some);
    const { open, left, next } = decodeState(coin.output);
    const moved = open === 0n ? resumedOf(terms, next, locktime) : next;
    const state = after(coin, { open: left, next: moved });
    const passed = (moved - next) / stepOf(terms);
    return draftOf(
      [purse(sender, 20_000n), hiddenInput(covenant, coin, 'resume', { passed })],
      [payTo(sender, 18_000n), stateOutput(covenant, state, VALUE)],
      { locktime: Number(locktime) },
    );
  };

  const topUp = (added = 9_000_000n, some: Partial<State> = {}): Draft => {
    const coin = stateCoin(covenant, some);
    return draftOf(
      [hiddenInput(covenant, coin, 'topUp'), purse(outsider, 20_000_000n)],
      [{ ...coin.output, valueSatoshis: VALUE + added }, payTo(outsider, 19_998_000n - added)],
    );
  };

  const add = (): Draft => {
    const coin = stateCoin(covenant);
    const valueSatoshis = VALUE + 8_000_000n - terms.bound;
    return draftOf(
      [hiddenInput(covenant, coin, 'topUp'), tillInput(till, tillCoin(till), 'add')],
      [{ ...coin.output, valueSatoshis }],
    );
  };

  const payDebt = (debt: bigint, some: Partial<State> = {}): Draft => {
    const coin = stateCoin(covenant, { ...some, debt });
    const there = VALUE - terms.reserve;
    const paid = debt < there ? debt : there;
    const state = after(coin, { debt: debt - paid });
    return draftOf(
      [hiddenInput(covenant, coin, 'payDebt')],
      [stateOutput(covenant, state, VALUE - paid - terms.bound), payTo(recipient, paid)],
    );
  };

  const close = (some: Partial<State> = {}, more: StateCoin = {}): Draft => {
    const coin = stateCoin(covenant, { left: 0n, open: 0n, debt: 575n, ...some }, more);
    return draftOf([hiddenInput(covenant, coin, 'close')], [payTo(sender, VALUE - terms.bound)]);
  };

  const refund = (some: Partial<State> = {}): Draft => {
    const coin = stateCoin(covenant, { ...some, status: 2n });
    const { index } = decodeState(coin.output);
    return draftOf([hiddenInput(covenant, coin, 'refund'), clockInput(clockCoin(index))], [payTo(sender, VALUE)]);
  };

  const sweep = (output: Output): Draft =>
    draftOf(
      [purse(sender, 5_000n), hiddenInput(covenant, coinNamed('stray', output), 'sweep')],
      [payTo(sender, 3_000n + output.valueSatoshis)],
    );

  const take = (): Draft => {
    const coin = tillCoin(till);
    const input = tillInput(till, coin, 'take', Number(terms.notice));
    return draftOf([purse(sender, 5_000n), input], [payTo(sender, coin.output.valueSatoshis + 3_000n)]);
  };

  const atFloor = (): Draft => {
    const draft = pay({}, { value: terms.floor + 100n, purse: purse(outsider, 3_000n) });
    return withOutput(draft, 0, (output) => ({ ...output, valueSatoshis: terms.floor }));
  };

  return { terms, covenant, till, pay, stop, settle, resume, topUp, add, payDebt, close, refund, sweep, take, atFloor };
};
export type Scene = ReturnType<typeof sceneOf>;

/** A valid transaction with the places of what it must not change. */
export interface Spend extends HonestSpend {
  /** Who a transaction of that kind could enrich. */
  readonly path: string;
}

const spend = (name: string, path: string, draft: Draft, places: Places, signer?: Party): Spend => ({
  ...spendOf(name, draft, TIP, signer, places),
  path,
});
const paying: Places = { state: 0, payouts: [1] };
const stopping: Places = { spent: 1, state: 1, payouts: [], clockMade: 2 };
const ending: Places = { payouts: [0], mostOutputs: 2 };
const late = (days: bigint) => ({ quote: quoteAt(START + days * DAY, { number: 77n }) });
const coinOf = (owner: Party): DraftInput => purse(owner, 3_000n);

/** Every path, with no field of a state zero where the path allows it. */
export const currencySpends = ({
  terms,
  covenant,
  pay,
  stop,
  settle,
  resume,
  topUp,
  add,
  payDebt,
  close,
  refund,
  sweep,
  take,
  atFloor,
}: Scene): Spend[] => [
  spend('payment', 'pay', pay(), paying),
  spend('payment without a debt', 'pay', pay({ debt: 0n }), paying),
  spend('payment of a part', 'pay', pay({}, { value: 200_000_000n }), paying),
  spend('payment of the smallest output', 'pay', pay({}, { value: terms.reserve + 576n }), paying),
  spend('fixing without money', 'pay', pay({}, { value: terms.reserve - terms.fee }), { state: 0, payouts: [] }),
  spend('fixing a satoshi below an output', 'pay', pay({}, { value: terms.reserve + 575n }), { state: 0, payouts: [] }),
  spend('fixing at the floor', 'pay', atFloor(), { state: 0, payouts: [] }),
  spend('payment a day late', 'pay', pay({}, late(1n)), paying),
  spend('payment a year late', 'pay', pay({}, late(365n)), paying),
  spend(
    'payment at the lowest price',
    'pay',
    pay({ amount: 1_000n }, { quote: quoteAt(START, { price: 7n }) }),
    paying,
  ),
  spend('payment at the highest price', 'pay', pay({}, { quote: quoteAt(START, { price: 2_147_483_600n }) }), paying),
  spend('payment at the date itself', 'pay', pay({}, { quote: quoteAt(START, { before: -DAY, after: 0n }) }), paying),
  spend('payment while pausing', 'pay', pay({ status: 1n }), paying),
  spend('payment under notice', 'pay', pay({ status: 2n }), paying),
  spend('payment of the running period', 'pay', pay({ left: 9n, open: 1n }), paying),
  spend('payment of the last period', 'pay', pay({ left: 1n, open: 1n }), paying),
  spend('payment beside a coin', 'pay', pay({}, { purse: coinOf(recipient) }), paying),
  spend('pause', 'stop', stop([stateCoin(covenant)], 1n), stopping, sender),
  spend('cancel', 'stop', stop([stateCoin(covenant)], 2n), stopping, sender),
  spend('cancel of a paused payment', 'stop', stop([stateCoin(covenant, { open: 0n })], 2n), stopping, sender),
  spend(
    'cancel of two',
    'stop',
    stop([stateCoin(covenant), stateCoin(covenant, { index: 2n })], 2n),
    { spent: 2, state: 4, payouts: [], clockMade: 5 },
    sender,
  ),
  spend('settling', 'settle', settle(), { state: 0, payouts: [], clockSpent: 1 }),
  spend('settling of the fifth', 'settle', settle({ index: 5n }), { state: 0, payouts: [], clockSpent: 1 }),
  spend('settling with nothing left', 'settle', settle({ left: 0n, open: 0n }), {
    state: 0,
    payouts: [],
    clockSpent: 1,
  }),
  spend(
    'resuming',
    'resume',
    resume({ left: 9n, open: 0n }, START + 50n * DAY),
    { spent: 1, state: 1, payouts: [] },
    sender,
  ),
  spend(
    'resuming before the date',
    'resume',
    resume({ left: 9n, open: 0n, next: firstOf(terms) + 2n * stepOf(terms) }, START),
    { spent: 1, state: 1, payouts: [] },
    sender,
  ),
  spend(
    'resuming in the running period',
    'resume',
    resume({ left: 9n, open: 1n }, START + 5n),
    { spent: 1, state: 1, payouts: [] },
    sender,
  ),
  spend(
    'resuming at a payday',
    'resume',
    resume({ left: 9n, open: 0n }, dueOf(terms, firstOf(terms) + stepOf(terms))),
    { spent: 1, state: 1, payouts: [] },
    sender,
  ),
  spend('top-up', 'topUp', topUp(), { state: 0, payouts: [] }),
  spend('top-up of the least', 'topUp', topUp(terms.least), { state: 0, payouts: [] }),
  spend('top-up from the till', 'topUp', add(), { state: 0, payouts: [] }),
  spend('payment of the debt', 'payDebt', payDebt(77_777_777n), paying),
  spend('payment of a part of the debt', 'payDebt', payDebt(2_000_000_000n), paying),
  spend('payment of the debt under notice', 'payDebt', payDebt(77_777n, { status: 2n }), paying),
  spend('close', 'close', close(), ending),
  spend('refund', 'refund', refund(), { ...ending, clockSpent: 1 }),
  spend('refund of the fifth', 'refund', refund({ index: 5n, left: 3n, open: 1n }), { ...ending, clockSpent: 1 }),
  spend(
    'sweep',
    'sweep',
    sweep({ lockingBytecode: covenant.lock, valueSatoshis: 50_000n }),
    { spent: 1, payouts: [] },
    sender,
  ),
  spend('taking from the till', 'take', take(), { spent: 1, payouts: [] }, sender),
];
