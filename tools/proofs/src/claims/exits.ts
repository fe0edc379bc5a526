import { execute, type Path } from '../execute/execute.js';
import { and, atMost, equal, less, not, or, TRUE } from '../terms/bool.js';
import { concat, literal, padded, same, slice, split, whole } from '../terms/bytes.js';
import { add, field, int, lengthOf, read, subtract, ONE, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';
import {
  delay,
  endFeeOf,
  floor,
  hasAge,
  isOwnClock,
  isOwnCompanion,
  isTimed,
  lengthOfForm,
  MOVE,
  sender,
  type Asset,
  type Holding,
} from './plan-coin.js';
import type { Moving } from './plan-moves.js';
import { CLOCK_LOCK, hasNoToken, input, isLockedTo, output, type Place } from './reading.js';

/** An exit: a transaction in the words of its outputs, and the paths of which one takes it. */
export interface Exit {
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

export const obligationsOf = (
  name: string,
  { before, assumed, built, paths, clock, fee }: Exit,
): readonly Obligation[] => {
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

export const coins = (asset: Asset): number => (asset === 'BCH' ? 1 : 2);

export const hasShape = (inputs: number, outputs: number): Bool =>
  and(equal(field('inputCount'), int(inputs)), equal(field('outputCount'), int(outputs)));

/** An output with the recipient's money. */
export const payout = (to: Place, amount: Int, { asset, companion, state, layout }: Holding): Bool =>
  and(
    isLockedTo(to, state.commitment, layout.recipient),
    companion === undefined || asset === 'BCH'
      ? and(equal(to.value, amount), hasNoToken(to))
      : and(equal(to.amount, amount), same(to.category, companion.category), equal(to.value, int(1_000))),
  );

/** State and companion at outputs of their own, as they were but for commitment and amounts. */
export const goesOn = (
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
export const isOldClock = (clock: Place, before: Holding): Bool =>
  and(
    ...[isOwnClock(clock, before), hasAge(clock), less(before.index, int(32_768))],
    // The clock's script reads the same commitment without knowing its length.
    equal(lengthOf(input(0).commitment), int(before.layout.length)),
  );

/** A coin of the transaction's maker, as its last input, and their change, as its last output. */
export const hasHelp = (inputs: number, outputs: number): Bool =>
  and(hasShape(inputs + 1, outputs + 1), hasNoToken(input(inputs)), hasNoToken(output(outputs)));

/** Whose coin is beside a stream's: nobody's, the recipient's, anybody's without change, or anybody's with their change. */
export type Beside = 'nothing' | 'recipient' | 'coin' | 'help';

interface Made {
  readonly before: Holding;
  readonly assumed: readonly Bool[];
  readonly paths: readonly (readonly Bool[])[];
  /** What holds of the state and of the time. */
  readonly when: readonly Bool[];
  readonly beside?: Beside;
}

const hasBeside = ({ asset, state, layout }: Holding, beside: Beside, outputs: number): Bool => {
  const count = coins(asset);
  if (beside === 'help') return hasHelp(count, outputs);
  if (beside === 'nothing') return hasShape(count, outputs);
  const shape = hasShape(count + 1, outputs);
  return beside === 'coin' ? shape : and(shape, isLockedTo(input(count), state.commitment, layout.recipient));
};

/** The end of a stream: all that is left to its recipient, and to the sender what is left of the reserve. */
export const endOf = ({ before, assumed, paths, when, beside = 'nothing' }: Made): Exit => {
  const held = before.companion?.value ?? ZERO;
  return {
    before,
    assumed,
    paths,
    built: [
      ...[...when, isTimed(before), hasBeside(before, beside, 2), payout(output(0), before.principal, before)],
      ...[same(output(1).lock, sender), hasNoToken(output(1))],
      equal(output(1).value, subtract(add(before.reserve, held), floor)),
    ],
    ...(beside === 'nothing' && {
      fee: subtract(add(before.state.value, held), add(output(0).value, output(1).value)),
    }),
  };
};

/** A payment that leaves something: the state goes on with another commitment. */
export const paymentOf = ({
  before,
  assumed,
  paths,
  when,
  beside = 'coin',
  due,
  commitment,
}: Made & { readonly due: Int; readonly commitment: Bytes }): Exit => {
  const { asset, state, principal } = before;
  const count = coins(asset);
  return {
    before,
    assumed,
    paths,
    built: [
      ...[...when, isTimed(before), hasBeside(before, beside, count + 1)],
      goesOn(before, output(0), output(1), {
        commitment,
        units: state.amount,
        value: asset === 'BCH' ? subtract(state.value, due) : state.value,
        tokens: subtract(principal, due),
      }),
      payout(output(count), due, before),
    ],
  };
};

/** A stop by the sender's coin at input 0 that pays nothing: the state at input 1 goes on without its units, which are in its clock. */
export const stopOf = ({
  before,
  assumed,
  paths,
  when,
  commitment,
  reserve,
}: Made & { readonly commitment: Bytes; readonly reserve: Int }): Exit => {
  const { asset, principal, state, index } = before;
  const [stateAt, companionAt, clockAt] = asset === 'BCH' ? [1, 2, 2] : [1, 2, 3];
  const clock = output(clockAt);
  return {
    before,
    assumed,
    paths,
    built: [
      ...[...when, isTimed(before), same(input(0).lock, sender), hasNoToken(input(0))],
      hasShape(coins(asset) + 1, clockAt + 1),
      goesOn(before, output(stateAt), output(companionAt), {
        commitment,
        units: ZERO,
        value: asset === 'BCH' ? add(principal, reserve) : reserve,
        tokens: principal,
      }),
      ...[same(clock.lock, CLOCK_LOCK), same(clock.category, state.id), equal(clock.amount, index)],
      equal(clock.value, endFeeOf(asset)),
    ],
  };
};

/** The end of a pause's notice, by anybody, with a commitment that says so. */
export const settleOf = ({ before, assumed, paths, when, commitment }: Made & { readonly commitment: Bytes }): Exit => {
  const { asset, principal, state } = before;
  const clock = input(coins(asset));
  return {
    before,
    clock,
    assumed,
    paths,
    built: [
      ...[...when, isOldClock(clock, before), hasShape(coins(asset) + 1, coins(asset))],
      equal(clock.value, endFeeOf(asset)),
      goesOn(before, output(0), output(1), { commitment, units: clock.amount, value: state.value, tokens: principal }),
    ],
    fee: clock.value,
  };
};

/** The moves of a kind of streams: announced, ended by themselves or by anybody's coin, and taken back. */
export const moveExits = (asset: Asset, moving: Moving): Readonly<Record<string, Exit>> => ({
  'the announcement of a move': announce(asset, moving),
  'the end of a move': finish(asset, moving, { isAlone: true }),
  'the end of a move back': finish(asset, moving, { isAlone: true, isUndone: true }),
  'the end of a move by anybody’s coin': finish(asset, moving),
  'the end of a move back by anybody’s coin': finish(asset, moving, { isUndone: true }),
});

export const refundOf = (asset: Asset, before: Holding, assumed: readonly Bool[], paths: readonly Path[]): Exit => {
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

/** The commitment of a state with another number at some of its bytes. */
export const withBytes = (
  { state: { commitment }, layout }: Holding,
  [from, length]: readonly [from: number, length: number],
  value: Int,
  isPending = false,
): Bytes =>
  concat(
    concat(slice(commitment, 0, from), padded(value, length).bytes),
    slice(commitment, from + length, lengthOfForm(layout, isPending) - from - length),
  );

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
export const announce = (asset: Asset, { isSoundSpent, pathsOf, spentAt }: Moving): Exit => {
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
export const finish = (
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

/** The exits of one covenant. */
export const exitsOf = (
  name: NamedArtifact,
  asset: Asset,
  accepted: string,
  exits: () => Readonly<Record<string, Exit>>,
): ClaimGroup => ({
  name: `${name}/exits`,
  artifacts: [name, ...(asset === 'BCH' ? [] : ['plan-companion']), 'plan-clock'],
  claims: {
    accepted: `the scripts of state, companion and clock accept the transaction as it is built: ${accepted}; the recipient announces a move to any address of 25 bytes, and it ends by itself, or by anybody’s coin with change, once the delay is over, of an address that is the old one at once`,
    'pays its fee': 'what the transaction leaves for its fee is the floor, in token mode 1,000 less',
  },
  obligations: () => Object.entries(exits()).flatMap(([name_, exit]) => obligationsOf(name_, exit)),
});
