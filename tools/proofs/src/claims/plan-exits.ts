import { execute, type Path } from '../execute/execute.js';
import { and, atMost, equal, less, not, or, TRUE } from '../terms/bool.js';
import { concat, literal, padded, same, slice, split, whole } from '../terms/bytes.js';
import { add, choose, field, int, lengthOf, ONE, read, subtract, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';
import {
  delay,
  endFeeOf,
  fill,
  floor,
  hasAge,
  isOwnClock,
  isOwnCompanion,
  isTimed,
  leastOf,
  lengthOfForm,
  MOVE,
  sender,
  type Asset,
  type Holding,
} from './plan-coin.js';
import { MOVING, type Moving } from './plan-moves.js';
import * as recurring from './plan-recurring.js';
import * as vesting from './plan-vesting.js';
import { between, CLOCK_LOCK, hasNoToken, input, isLockedTo, output, type Place } from './reading.js';
import { areAllDue, interval } from './recurring-periods.js';

/** An exit: a transaction in the words of its outputs, and the paths of which one takes it. */
interface Exit {
  readonly before: Holding;
  readonly assumed: readonly Bool[];
  readonly built: readonly Bool[];
  readonly paths: readonly (readonly Bool[])[];
  readonly clock?: Place;
  /** Satoshis that the transaction has left for its fee, of its own coins. */
  readonly fee?: Int;
}

const accepts = (paths: readonly Path[]): Bool => or(...paths.map(({ conditions }) => and(...conditions)));

/** That the scripts of companion and clock accept the transaction, too. */
const besideAccept = ({ companion }: Holding, clock: Place | undefined): Bool =>
  and(
    companion === undefined
      ? TRUE
      : accepts(execute(artifactOf('plan-companion'), 'spend', { activeIndex: companion.index })),
    clock === undefined ? TRUE : accepts(execute(artifactOf('plan-clock'), 'spend', { activeIndex: clock.index })),
  );

const obligationsOf = (name: string, { before, assumed, built, paths, clock, fee }: Exit): readonly Obligation[] => {
  const given = [...assumed, isOwnCompanion(before), ...built];
  return [
    { name: `there is such a transaction: ${name}`, given, goal: undefined },
    {
      name: `${name}: accepted`,
      given,
      goal: and(or(...paths.map((conditions) => and(...conditions))), besideAccept(before, clock)),
    },
    ...(fee === undefined ? [] : [{ name: `${name}: pays its fee`, given, goal: atMost(endFeeOf(before.asset), fee) }]),
  ];
};

const coins = (asset: Asset): number => (asset === 'BCH' ? 1 : 2);

const hasShape = (inputs: number, outputs: number): Bool =>
  and(equal(field('inputCount'), int(inputs)), equal(field('outputCount'), int(outputs)));

/** An output with the recipient's money. */
const payout = (to: Place, amount: Int, { asset, companion, state, layout }: Holding): Bool =>
  and(
    isLockedTo(to, state.commitment, layout.recipient),
    companion === undefined || asset === 'BCH'
      ? and(equal(to.value, amount), hasNoToken(to))
      : and(equal(to.amount, amount), same(to.category, companion.category), equal(to.value, int(1_000))),
  );

/** State and companion at outputs of their own, as they were but for commitment and amounts. */
const goesOn = (
  { state, companion, asset }: Holding,
  at: Place,
  companionAt: Place,
  next: { readonly commitment: Bytes; readonly units: Int; readonly value: Int; readonly tokens: Int },
): Bool =>
  and(
    ...[same(at.lock, state.lock), same(at.category, state.category), equal(at.amount, next.units)],
    ...[equal(at.value, next.value), same(whole(at.commitment), next.commitment)],
    companion === undefined || asset === 'BCH'
      ? TRUE
      : and(
          ...[same(companionAt.lock, companion.lock), same(companionAt.category, companion.category)],
          ...[equal(companionAt.amount, next.tokens), equal(companionAt.value, companion.value)],
        ),
  );

/** The clock that a state has made, old enough, behind the state's coins. */
const isOldClock = (clock: Place, before: Holding): Bool =>
  and(
    ...[isOwnClock(clock, before), hasAge(clock), less(before.index, int(32_768))],
    // The clock's script reads the same commitment without knowing its length.
    equal(lengthOf(input(0).commitment), int(before.layout.length)),
  );

/** A coin of the transaction's maker, as its last input, and their change, as its last output. */
const hasHelp = (inputs: number, outputs: number): Bool =>
  and(hasShape(inputs + 1, outputs + 1), hasNoToken(input(inputs)), hasNoToken(output(outputs)));

/** The end of a vesting stream: from its end on, by anybody, with a coin and change of theirs or without. */
const end = (asset: Asset, isHelped: boolean): Exit => {
  const { isSound, LAYOUTS, pathsOf, streamAt, TERMS } = vesting;
  const before = streamAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const held = before.companion?.value ?? ZERO;
  const back = subtract(add(before.reserve, held), floor);
  return {
    before,
    assumed: [TERMS[asset], isSound(before)],
    built: [
      ...[equal(before.state.amount, before.index), atMost(leastOf(asset), before.principal), isTimed(before)],
      ...[atMost(before.end, field('locktime')), (isHelped ? hasHelp : hasShape)(coins(asset), 2)],
      ...[payout(output(0), before.principal, before), same(output(1).lock, sender), hasNoToken(output(1))],
      equal(output(1).value, back),
    ],
    paths: pathsOf(asset, 'end', ZERO).map(({ conditions }) => conditions),
    ...(!isHelped && { fee: subtract(add(before.state.value, held), add(output(0).value, output(1).value)) }),
  };
};

/**
 * A payment that leaves enough: beside the recipient's coin also under notice, and dated back to any time; beside anybody's coin,
 * whose change is the last output, while no notice runs.
 */
const push = (asset: Asset, by: 'recipient' | 'anybody'): Exit => {
  const { LAYOUTS, pathsOf, streamAt, withVested } = vesting;
  const before = streamAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const made = pathsOf(asset, 'pay', ZERO).map((path) => withVested(path, before));
  const vested = made[0]?.vested ?? ZERO;
  const due = subtract(vested, before.released);
  const left = subtract(before.total, vested);
  const [from, length] = LAYOUTS[asset].released;
  const { commitment } = before.state;
  const next = concat(
    concat(slice(commitment, 0, from), padded(vested, length).bytes),
    slice(commitment, from + length, LAYOUTS[asset].length - from - length),
  );
  return {
    before,
    assumed: made[0]?.assumed ?? [],
    built: [
      ...[atMost(leastOf(asset), due), atMost(leastOf(asset), left), isTimed(before)],
      ...(by === 'recipient'
        ? [
            hasShape(coins(asset) + 1, coins(asset) + 1),
            isLockedTo(input(coins(asset)), commitment, LAYOUTS[asset].recipient),
          ]
        : [hasHelp(coins(asset), coins(asset) + 1), equal(before.state.amount, before.index)]),
      goesOn(before, output(0), output(1), {
        commitment: next,
        units: before.state.amount,
        value: asset === 'BCH' ? subtract(before.state.value, due) : before.state.value,
        tokens: left,
      }),
      payout(output(coins(asset)), due, before),
    ],
    paths: made.map(({ conditions }) => conditions),
  };
};

const refundOf = (asset: Asset, before: Holding, assumed: readonly Bool[], paths: readonly Path[]): Exit => {
  const clock = input(coins(asset));
  const held = add(before.state.value, before.companion?.value ?? ZERO, clock.value);
  const { companion } = before;
  return {
    before,
    clock,
    assumed,
    built: [
      ...[equal(before.state.amount, ZERO), isOldClock(clock, before), hasShape(coins(asset) + 1, 1)],
      ...[same(output(0).lock, sender), equal(output(0).value, subtract(held, endFeeOf(asset)))],
      companion === undefined
        ? hasNoToken(output(0))
        : and(same(output(0).category, companion.category), equal(output(0).amount, companion.amount)),
    ],
    paths: paths.map(({ conditions }) => conditions),
    fee: subtract(held, output(0).value),
  };
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
const atDate = (asset: Asset, isHelped: boolean): Exit => {
  const { ACTIVE, LAYOUTS, pathsOf, paymentAt, withPeriods } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const made = pathsOf(asset, 'pay', ZERO).map((path) => withPeriods(path, before));
  const next = {
    commitment: commitmentOf(asset, before, {
      status: ACTIVE,
      reserve: before.reserve,
      unpaid: subtract(before.unpaid, ONE),
      next: add(before.next, interval),
    }),
    units: before.state.amount,
    value: asset === 'BCH' ? subtract(before.state.value, before.amount) : before.state.value,
    tokens: subtract(before.principal, before.amount),
  };
  return {
    before,
    // The lemma of periods at the date itself: one has fallen due.
    assumed: [...(made[0]?.assumed ?? []), equal(made[0]?.fallen ?? ZERO, ONE)],
    built: [
      ...[equal(before.status, ACTIVE), isTimed(before), equal(before.next, field('locktime'))],
      less(ONE, before.unpaid),
      isHelped ? hasHelp(coins(asset), coins(asset) + 1) : hasShape(coins(asset) + 1, coins(asset) + 1),
      goesOn(before, output(0), output(1), next),
      payout(output(coins(asset)), before.amount, before),
    ],
    paths: made.map(({ conditions }) => conditions),
  };
};

/** The end of a payment, by anybody: from the date of the last of all unpaid periods on. */
const lastAtDate = (asset: Asset, isHelped: boolean): Exit => {
  const { ACTIVE, isSound, LAYOUTS, pathsOf, paymentAt, TERMS } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const held = before.companion?.value ?? ZERO;
  return {
    before,
    assumed: [TERMS[asset], isSound(before)],
    built: [
      ...[equal(before.status, ACTIVE), isTimed(before), areAllDue(before.next, before.unpaid)],
      ...[(isHelped ? hasHelp : hasShape)(coins(asset), 2)],
      ...[payout(output(0), before.principal, before), hasNoToken(output(1))],
      ...[same(output(1).lock, sender), equal(output(1).value, subtract(add(before.reserve, held), floor))],
    ],
    paths: pathsOf(asset, 'end', ZERO).map(({ conditions }) => conditions),
    ...(!isHelped && { fee: subtract(add(before.state.value, held), add(output(0).value, output(1).value)) }),
  };
};

/** The end of a pause's notice, by anybody. */
const settle = (asset: Asset): Exit => {
  const { isSound, LAYOUTS, pathsOf, PAUSED_RUNNING, PAUSING, paymentAt, TERMS } = recurring;
  const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
  const clock = input(coins(asset));
  const { reserve, unpaid, next } = before;
  return {
    before,
    clock,
    assumed: [TERMS[asset], isSound(before)],
    built: [
      ...[equal(before.status, PAUSING), isOldClock(clock, before), hasShape(coins(asset) + 1, coins(asset))],
      equal(clock.value, endFeeOf(asset)),
      goesOn(before, output(0), output(1), {
        commitment: commitmentOf(asset, before, { status: PAUSED_RUNNING, reserve, unpaid, next }),
        units: clock.amount,
        value: before.state.value,
        tokens: before.principal,
      }),
    ],
    paths: pathsOf(asset, 'settle', ZERO).map(({ conditions }) => conditions),
    fee: clock.value,
  };
};

/** The cancel of a paused payment, by the sender's coin: before the date of a running period. */
const cancelOfPause = (asset: Asset): Exit => {
  const { cancelable, LAYOUTS, pathsOf, paymentAt, withPeriods } = recurring;
  const before = paymentAt(asset, input(1, LAYOUTS[asset].length), input(2));
  const made = pathsOf(asset, 'stop', ONE).map((path) => withPeriods(path, before));
  const { status, unpaid, next } = before;
  const reserve = choose(less(before.reserve, fill), fill, before.reserve);
  const [state, companion, clock] = asset === 'BCH' ? [1, 2, 2] : [1, 2, 3];
  const at = output(clock);
  return {
    before,
    assumed: made[0]?.assumed ?? [],
    built: [
      ...[between(3, status, 4), cancelable, isTimed(before), less(field('locktime'), next)],
      ...[same(input(0).lock, sender), hasNoToken(input(0)), hasShape(coins(asset) + 1, clock + 1)],
      goesOn(before, output(state), output(companion), {
        commitment: commitmentOf(asset, before, { status: add(status, int(2)), reserve, unpaid, next }),
        units: ZERO,
        value: asset === 'BCH' ? add(before.principal, reserve) : reserve,
        tokens: before.principal,
      }),
      ...[same(at.lock, CLOCK_LOCK), same(at.category, before.state.id), equal(at.amount, before.index)],
      equal(at.value, endFeeOf(asset)),
    ],
    paths: made.map(({ conditions }) => conditions),
  };
};

/** The end of a vesting stream while a move is pending, by anybody: to the old address. */
const endOfMoving = (asset: Asset): Exit => {
  const { isSound, pathsOf, spentAt, TERMS } = vesting;
  const before = spentAt(asset, ZERO, true);
  const back = subtract(add(before.reserve, before.companion?.value ?? ZERO), floor);
  return {
    before,
    assumed: [TERMS[asset], isSound(before)],
    built: [
      ...[equal(before.state.amount, before.index), atMost(leastOf(asset), before.principal), isTimed(before)],
      ...[atMost(before.end, field('locktime')), hasShape(coins(asset), 2)],
      ...[payout(output(0), before.principal, before), same(output(1).lock, sender), hasNoToken(output(1))],
      equal(output(1).value, back),
    ],
    paths: pathsOf(asset, 'end', ZERO, true).map(({ conditions }) => conditions),
  };
};

/** A payment of a vesting stream by the recipient's coin while a move is pending. */
const collect = (asset: Asset): Exit => {
  const { LAYOUTS, pathsOf, spentAt, withVested } = vesting;
  const before = spentAt(asset, ZERO, true);
  const made = pathsOf(asset, 'collect', ZERO, true).map((path) => withVested(path, before));
  const vested = made[0]?.vested ?? ZERO;
  const due = subtract(vested, before.released);
  const left = subtract(before.total, vested);
  const [from, length] = LAYOUTS[asset].released;
  const { commitment } = before.state;
  const next = concat(
    concat(slice(commitment, 0, from), padded(vested, length).bytes),
    slice(commitment, from + length, lengthOfForm(LAYOUTS[asset], true) - from - length),
  );
  return {
    before,
    assumed: made[0]?.assumed ?? [],
    built: [
      ...[atMost(leastOf(asset), due), atMost(leastOf(asset), left), isTimed(before)],
      ...[
        hasShape(coins(asset) + 1, coins(asset) + 1),
        isLockedTo(input(coins(asset)), commitment, LAYOUTS[asset].recipient),
      ],
      goesOn(before, output(0), output(1), {
        commitment: next,
        units: before.state.amount,
        value: asset === 'BCH' ? subtract(before.state.value, due) : before.state.value,
        tokens: left,
      }),
      payout(output(coins(asset)), due, before),
    ],
    paths: made.map(({ conditions }) => conditions),
  };
};

/** What a commitment says before the recipient, with so many satoshis of reserve more. */
const saysMore = ({ state: { commitment }, layout, reserve }: Holding, more: Int): Bytes => {
  if (layout.reserve === undefined) return slice(commitment, 0, layout.recipient);
  const behind = layout.reserve + 3;
  return concat(
    concat(slice(commitment, 0, layout.reserve), padded(add(reserve, more), 3).bytes),
    slice(commitment, behind, layout.recipient - behind),
  );
};

/** State and companion at the output of the input's number, as they were but for the recipient, and for satoshis of reserve. */
const movedTo = (before: Holding, recipient: Bytes, more: Int): Bool => {
  const { index } = before.state;
  return goesOn(before, output(index), output(add(index, ONE)), {
    commitment: concat(saysMore(before, more), recipient),
    units: before.state.amount,
    value: add(before.state.value, more),
    tokens: before.principal,
  });
};

/** A coin of somebody at input 0, and their change as the last output. */
const hasCoinFirst = (asset: Asset): Bool =>
  and(hasShape(coins(asset) + 1, coins(asset) + 2), hasNoToken(input(0)), equal(field('version'), int(2)));

/** The announcement of a move by a coin of a recipient that is a script and begins with a signature, to an address of 25 bytes. */
const announce = (asset: Asset, { isSoundSpent, pathsOf, spentAt }: Moving): Exit => {
  const before = spentAt(asset, ONE, false);
  const { commitment } = before.state;
  const consent = read('inputBytecode', ZERO);
  // With locktime 0 the notice is output 0.
  const { lockAtom, lock } = output(0);
  const named: Bytes = whole({ kind: 'hash', function: 'hash160', of: split(lock, int(9)).right });
  // Of an address that begins like data or a token these bits of the first byte are set.
  const unpaid = literal(Uint8Array.of(0x6a));
  const shared = whole({ kind: 'bitwise', operation: 'and', left: slice(lockAtom, 9, 1), right: unpaid });
  // The length as the script makes it: the shortest number, one byte.
  const length = whole({ kind: 'encoded', value: add(subtract(lengthOf(lockAtom), int(9)), int(6)) });
  const words = literal(Uint8Array.of(0x57, 0x45, 0x49, 0x52, 1, 25));
  const head = concat(concat(literal(Uint8Array.of(0x6a, 0x4c)), length), words);
  return {
    before,
    assumed: [isSoundSpent(asset, ONE, false), less(ZERO, delay), hasRoom(before)],
    built: [
      equal(field('locktime'), ZERO),
      ...[equal(before.state.amount, before.index), hasCoinFirst(asset)],
      ...[equal(field('sequence', ONE), ONE), isLockedTo(input(0), commitment, before.layout.recipient)],
      ...[equal(lengthOf(input(0).lockAtom), int(35)), equal(lengthOf(lockAtom), int(34))],
      ...[same(split(lock, int(9)).left, head), not(same(shared, unpaid))],
      ...[same(slice(consent, 0, 1), literal(Uint8Array.of(65))), atMost(int(66), lengthOf(consent))],
      movedTo(before, concat(slice(commitment, before.layout.recipient, 20), named), endFeeOf(asset)),
    ],
    paths: pathsOf(asset, 'announce', ONE).map(({ conditions }) => conditions),
  };
};

/** In BCH the reserve has room for the fee of a finish: a funding leaves it (`findStreamProblem`). */
const hasRoom = ({ asset, reserve }: Holding): Bool =>
  asset === 'BCH' ? atMost(add(reserve, floor), int(8_388_607)) : TRUE;

/** What a stream that goes on at input and output 0 leaves of its own coins. */
const feeLeft = ({ state, companion }: Holding): Int =>
  companion === undefined
    ? subtract(state.value, output(0).value)
    : subtract(add(state.value, companion.value), add(output(0).value, output(1).value));

/** The end of a move, by itself or by anybody's coin, once the state is old enough; at once where it is undone. */
const finish = (
  asset: Asset,
  { isSoundSpent, pathsOf, spentAt }: Moving,
  { isUndone = false, isAlone = false } = {},
): Exit => {
  const index = isAlone ? ZERO : ONE;
  const before = spentAt(asset, index, true);
  const { state, layout } = before;
  const [old, named] = [slice(state.commitment, layout.recipient, 20), slice(state.commitment, layout.length, MOVE)];
  const shape = isAlone
    ? and(hasShape(coins(asset), coins(asset)), equal(field('version'), int(2)))
    : hasCoinFirst(asset);
  return {
    before,
    assumed: [isSoundSpent(asset, index, true), less(ZERO, delay)],
    built: [
      ...[equal(state.amount, before.index), shape],
      isUndone ? same(old, named) : equal(field('sequence', index), delay),
      movedTo(before, named, subtract(ZERO, endFeeOf(asset))),
    ],
    paths: pathsOf(asset, 'finish', index, true).map(({ conditions }) => conditions),
    ...(isAlone && { fee: feeLeft(before) }),
  };
};

const EXITS: Readonly<Record<string, (asset: Asset) => Exit>> = {
  'the end of a stream': (asset) => end(asset, false),
  'the end of a stream beside anybody’s coin, with change': (asset) => end(asset, true),
  'a payment beside the recipient’s coin': (asset) => push(asset, 'recipient'),
  'a payment beside anybody’s coin, with change': (asset) => push(asset, 'anybody'),
  'the refund of a cancelled stream': refundOfVesting,
  'a period at its date': (asset) => atDate(asset, false),
  'a period at its date beside anybody’s coin, with change': (asset) => atDate(asset, true),
  'the last periods from the last date on': (asset) => lastAtDate(asset, false),
  'the last periods from the last date on beside anybody’s coin, with change': (asset) => lastAtDate(asset, true),
  'the end of a pause’s notice': settle,
  'the cancel of a pause': cancelOfPause,
  'the refund of a cancelled payment': refundOfRecurring,
  'the end of a stream while a move is pending': endOfMoving,
  'a payment beside the recipient’s coin while a move is pending': collect,
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
