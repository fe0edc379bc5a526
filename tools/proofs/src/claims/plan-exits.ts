import { atMost, equal, less, or } from '../terms/bool.js';
import { concat, literal, padded, slice } from '../terms/bytes.js';
import { add, choose, field, int, ONE, subtract, ZERO } from '../terms/int.js';
import type { Bytes, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import {
  announce,
  type Beside,
  endOf,
  type Exit,
  finish,
  obligationsOf,
  paymentOf,
  refundOf,
  settleOf,
  stopOf,
  withBytes,
} from './exits.js';
import { fill, leastOf, type Asset, type Holding } from './plan-coin.js';
import { MOVING } from './plan-moves.js';
import * as recurring from './plan-recurring.js';
import * as vesting from './plan-vesting.js';
import { between, input } from './reading.js';
import { areAllDue, interval } from './recurring-periods.js';

/** The end of a vesting stream: from its end on, by anybody, with a coin and change of theirs or without; while a move is pending to the old address. */
const end = (asset: Asset, { isHelped = false, isPending = false } = {}): Exit => {
  const { isSound, pathsOf, spentAt, TERMS } = vesting;
  const before = spentAt(asset, ZERO, isPending);
  return endOf({
    before,
    assumed: [TERMS[asset], isSound(before)],
    paths: pathsOf(asset, 'end', ZERO, isPending).map(({ conditions }) => conditions),
    when: [
      ...[equal(before.state.amount, before.index), atMost(leastOf(asset), before.principal)],
      atMost(before.end, field('locktime')),
    ],
    beside: isHelped ? 'help' : 'nothing',
  });
};

/**
 * A payment that leaves enough: beside the recipient's coin also under notice, and dated back to any time; beside anybody's coin,
 * whose change is the last output, while no notice runs.
 */
const push = (asset: Asset, of: 'pay' | 'collect', beside: Beside): Exit => {
  const { LAYOUTS, pathsOf, spentAt, withVested } = vesting;
  const isPending = of === 'collect';
  const before = spentAt(asset, ZERO, isPending);
  const made = pathsOf(asset, of, ZERO, isPending).map((path) => withVested(path, before));
  const vested = made[0]?.vested ?? ZERO;
  const due = subtract(vested, before.released);
  return paymentOf({
    before,
    assumed: made[0]?.assumed ?? [],
    paths: made.map(({ conditions }) => conditions),
    when: [
      ...[atMost(leastOf(asset), due), atMost(leastOf(asset), subtract(before.total, vested))],
      ...(beside === 'help' ? [equal(before.state.amount, before.index)] : []),
    ],
    beside,
    due,
    commitment: withBytes(before, LAYOUTS[asset].released, vested, isPending),
  });
};

/** The refund of a cancelled stream, once its clock is old enough, by anybody. */
const refundOfVesting = (asset: Asset): Exit => {
  const { isSound, LAYOUTS, pathsOf, streamAt, TERMS } = vesting;
  const before = streamAt(asset, input(0, LAYOUTS[asset].length), input(1));
  return refundOf(asset, before, [TERMS[asset], isSound(before)], pathsOf(asset, 'refund', ZERO));
};

const refundOfRecurring = (asset: Asset): Exit => {
  const { isSound, LAYOUTS, pathsOf, PAUSING, paymentAt, TERMS } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const isCancelled = or(less(PAUSING, before.status), less(before.status, PAUSING));
  return refundOf(asset, before, [TERMS[asset], isSound(before), isCancelled], pathsOf(asset, 'refund', ZERO));
};

/** A commitment of a payment with other fields: all but index, amount and recipient. */
const commitmentOf = (
  asset: Asset,
  { state }: Holding,
  { status, reserve, unpaid, next }: Readonly<Record<'status' | 'reserve' | 'unpaid' | 'next', Int>>,
): Bytes => {
  const { LAYOUTS } = recurring;
  const from = LAYOUTS[asset].amount[0];
  return [
    padded(status, 1).bytes,
    asset === 'BCH' ? padded(reserve, 3).bytes : literal(new Uint8Array()),
    padded(unpaid, 2).bytes,
    padded(next, 5).bytes,
    slice(state.commitment, from, LAYOUTS[asset].length - from),
  ].reduce(concat, slice(state.commitment, 0, 2));
};

/** The payment of a period at its date, by anybody, while others are left: a coin pays its fee. */
const atDate = (asset: Asset, beside: Beside): Exit => {
  const { ACTIVE, LAYOUTS, pathsOf, paymentAt, withPeriods } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const made = pathsOf(asset, 'pay', ZERO).map((path) => withPeriods(path, before));
  return paymentOf({
    before,
    // The lemma of periods at the date itself: one has fallen due.
    assumed: [...(made[0]?.assumed ?? []), equal(made[0]?.fallen ?? ZERO, ONE)],
    paths: made.map(({ conditions }) => conditions),
    when: [equal(before.status, ACTIVE), equal(before.next, field('locktime')), less(ONE, before.unpaid)],
    beside,
    due: before.amount,
    commitment: commitmentOf(asset, before, {
      status: ACTIVE,
      reserve: before.reserve,
      unpaid: subtract(before.unpaid, ONE),
      next: add(before.next, interval),
    }),
  });
};

/** The end of a payment, by anybody: from the date of the last of all unpaid periods on. */
const lastAtDate = (asset: Asset, isHelped: boolean): Exit => {
  const { ACTIVE, isSound, LAYOUTS, pathsOf, paymentAt, TERMS } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  return endOf({
    before,
    assumed: [TERMS[asset], isSound(before)],
    paths: pathsOf(asset, 'end', ZERO).map(({ conditions }) => conditions),
    when: [equal(before.status, ACTIVE), areAllDue(before.next, before.unpaid)],
    beside: isHelped ? 'help' : 'nothing',
  });
};

/** The end of a pause's notice, by anybody. */
const settle = (asset: Asset): Exit => {
  const { isSound, LAYOUTS, pathsOf, PAUSED_RUNNING, PAUSING, paymentAt, TERMS } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const { reserve, unpaid, next } = before;
  return settleOf({
    before,
    assumed: [TERMS[asset], isSound(before)],
    paths: pathsOf(asset, 'settle', ZERO).map(({ conditions }) => conditions),
    when: [equal(before.status, PAUSING)],
    commitment: commitmentOf(asset, before, { status: PAUSED_RUNNING, reserve, unpaid, next }),
  });
};

/** The cancel of a paused payment, by the sender's coin: before the date of a running period. */
const cancelOfPause = (asset: Asset): Exit => {
  const { cancelable, LAYOUTS, pathsOf, paymentAt, withPeriods } = recurring;
  const before = paymentAt(asset, input(1, LAYOUTS[asset].length), input(2));
  const made = pathsOf(asset, 'stop', ONE).map((path) => withPeriods(path, before));
  const { status, unpaid, next } = before;
  const reserve = choose(less(before.reserve, fill), fill, before.reserve);
  return stopOf({
    before,
    assumed: made[0]?.assumed ?? [],
    paths: made.map(({ conditions }) => conditions),
    when: [between(3, status, 4), cancelable, less(field('locktime'), next)],
    commitment: commitmentOf(asset, before, { status: add(status, int(2)), reserve, unpaid, next }),
    reserve,
  });
};

const EXITS: Readonly<Record<string, (asset: Asset) => Exit>> = {
  'the end of a stream': (asset) => end(asset),
  'the end of a stream beside anybody’s coin, with change': (asset) => end(asset, { isHelped: true }),
  'a payment beside the recipient’s coin': (asset) => push(asset, 'pay', 'recipient'),
  'a payment beside anybody’s coin, with change': (asset) => push(asset, 'pay', 'help'),
  'the refund of a cancelled stream': refundOfVesting,
  'a period at its date': (asset) => atDate(asset, 'coin'),
  'a period at its date beside anybody’s coin, with change': (asset) => atDate(asset, 'help'),
  'the last periods from the last date on': (asset) => lastAtDate(asset, false),
  'the last periods from the last date on beside anybody’s coin, with change': (asset) => lastAtDate(asset, true),
  'the end of a pause’s notice': settle,
  'the cancel of a pause': cancelOfPause,
  'the refund of a cancelled payment': refundOfRecurring,
  'the end of a stream while a move is pending': (asset) => end(asset, { isPending: true }),
  'a payment beside the recipient’s coin while a move is pending': (asset) => push(asset, 'collect', 'recipient'),
  'the announcement of a stream’s move': (asset) => announce(asset, MOVING.vesting),
  'the announcement of a payment’s move': (asset) => announce(asset, MOVING.recurring),
  'the end of a stream’s move': (asset) => finish(asset, MOVING.vesting, { isAlone: true }),
  'the end of a payment’s move': (asset) => finish(asset, MOVING.recurring, { isAlone: true }),
  'the end of a stream’s move back': (asset) => finish(asset, MOVING.vesting, { isAlone: true, isUndone: true }),
  'the end of a payment’s move back': (asset) => finish(asset, MOVING.recurring, { isAlone: true, isUndone: true }),
  'the end of a stream’s move by anybody’s coin': (asset) => finish(asset, MOVING.vesting),
  'the end of a payment’s move by anybody’s coin': (asset) => finish(asset, MOVING.recurring),
  'the end of a stream’s move back by anybody’s coin': (asset) => finish(asset, MOVING.vesting, { isUndone: true }),
  'the end of a payment’s move back by anybody’s coin': (asset) => finish(asset, MOVING.recurring, { isUndone: true }),
};

/** From each sound state some transaction that the scripts of all its coins accept. */
export const planExits: readonly ClaimGroup[] = (['BCH', 'TOKEN'] as const).map((asset) => ({
  name: `plan-exits/${asset === 'BCH' ? 'bch' : 'token'}`,
  artifacts: [
    ...(asset === 'BCH'
      ? ['plan-vesting-bch', 'plan-recurring-bch']
      : ['plan-vesting-token', 'plan-recurring-token', 'plan-companion']),
    'plan-clock',
  ],
  claims: {
    accepted:
      'the scripts of state, companion and clock accept the transaction as it is built: an active vesting stream ends from its end on, and pays what is due at any time where it is a payment and leaves one, also under notice, beside the recipient’s coin; an active payment pays at each date until 2106, and all that is left from the last one on; each of these payments is also accepted beside a coin of anybody with change for them, of a vesting stream while no notice runs; a pause’s notice ends and a cancelled stream is refunded by its clock, old enough; the sender cancels a paused payment; while a move is pending a stream ends by anybody and pays beside the recipient’s coin; the recipient announces a move to any address of 25 bytes, and it ends by itself, or by anybody’s coin with change, once the delay is over, of an address that is the old one at once',
    'pays its fee': 'what the transaction leaves for its fee is the floor, in token mode 1,000 less',
  },
  obligations: () => Object.entries(EXITS).flatMap(([name, exit]) => obligationsOf(name, exit(asset))),
}));
