import type { Path } from '../execute/execute.js';
import { and, atMost, equal, implies, less, or } from '../terms/bool.js';
import { add, choose, field, int, larger, multiply, ONE, subtract, variable, ZERO } from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import {
  areTerms,
  COLLECT,
  endsWell,
  fee,
  fill,
  floor,
  FORMS,
  goesOnAt,
  holdingAt,
  isByRecipient,
  isClock,
  isSoundHolding,
  isTimed,
  leastOf,
  lengthOfForm,
  mostOf,
  neverTaken,
  notice,
  ofForm,
  ownCompanion,
  paysRecipient,
  scriptPrincipal,
  senderConsents,
  signed,
  slotsAt,
  type Asset,
  type Holding,
  type Layout,
} from './plan-coin.js';
import { planCovenant } from './plan-covenant.js';
import { refundClaims } from './plan-refund.js';
import { sweepOf } from './plan-sweep.js';
import { between, input, isLockedTo, output, sameBytes, unsignedAt, type Place } from './reading.js';
import { isSchedule, scriptVested, scriptVestedBeforeEnd, type Schedule } from './vesting-formula.js';

interface VestingLayout extends Layout {
  readonly released: readonly [from: number, length: number];
  readonly start: number;
  readonly end: number;
}

export const LAYOUTS: Readonly<Record<Asset, VestingLayout>> = {
  BCH: { length: 40, reserve: 2, released: [5, 7], start: 12, end: 16, recipient: 20 },
  TOKEN: { length: 38, reserve: undefined, released: [2, 8], start: 10, end: 14, recipient: 18 },
};

const [cliff, step] = [variable('cliff'), variable('step')];

interface Stream extends Holding {
  readonly released: Int;
  readonly total: Int;
  readonly start: Int;
  readonly end: Int;
}

export const streamAt = (asset: Asset, state: Place, companion: Place): Stream => {
  const layout = LAYOUTS[asset];
  const holding = holdingAt(asset, layout, state, companion);
  const released = unsignedAt(state.commitment, ...layout.released);
  return {
    ...holding,
    released,
    total: add(released, holding.principal),
    start: unsignedAt(state.commitment, layout.start, 4),
    end: unsignedAt(state.commitment, layout.end, 4),
  };
};

/** The stream whose state is at an input, while a move is pending or not. */
export const spentAt = (asset: Asset, index: Int, isPending: boolean): Stream =>
  streamAt(asset, input(index, lengthOfForm(LAYOUTS[asset], isPending)), input(add(index, ONE)));

const scheduleOf = ({ start, end, total }: Stream): Schedule => ({
  total,
  start,
  end,
  step,
  cliff,
  time: field('locktime'),
});

/** The same in the script's own words. */
const scriptSchedule = (stream: Stream): Schedule => ({
  ...scheduleOf(stream),
  total: add(signed(stream.released, LAYOUTS[stream.asset].released[1]), scriptPrincipal(stream)),
});

/** The invariant of streams: a sound genesis makes it (`findStreamProblem`), and every transition keeps it. */
export const isSound = (stream: Stream): Bool =>
  and(isSoundHolding(stream), atMost(stream.total, mostOf(stream.asset)), isSchedule(scheduleOf(stream)));

export const TERMS: Readonly<Record<Asset, Bool>> = {
  BCH: and(areTerms('VESTING_BCH'), atMost(ONE, step), atMost(ZERO, cliff)),
  TOKEN: and(areTerms('VESTING_TOKEN'), atMost(ONE, step), atMost(ZERO, cliff)),
};

/** Start, end, recipient, address, category and total stay. */
const goesOnAs = (before: Stream, after: Stream, isPending = false): Bool => {
  const { start } = LAYOUTS[before.asset];
  return and(
    goesOnAt(before, after, isPending),
    sameBytes(before.state.commitment, after.state.commitment, start, 8),
    equal(after.total, before.total),
  );
};

/**
 * Takes what the script computes as vested for a symbol, of which the lemmas of the formula are facts. The formula of the
 * specification is the same symbol, since the first lemma says that both are equal.
 *
 * @throws Error where the script does not compute the formula as the lemma has it
 */
export const withVested = (path: Path, stream: Stream) => {
  const schedule = scheduleOf(stream);
  const vested = variable('vested');
  const computed = [scriptVested, scriptVestedBeforeEnd].map((by) => by(scriptSchedule(stream)));
  const replaced = rewriter({ ints: new Map(computed.map((each) => [each, vested])) });
  const conditions = path.conditions.map(replaced.bool);
  if (conditions.every((condition, index) => condition === path.conditions[index]))
    throw new Error('The script does not compute the vesting formula');
  const facts = [
    between(0, vested, schedule.total),
    implies(less(schedule.time, schedule.end), less(vested, schedule.total)),
    implies(atMost(schedule.end, schedule.time), equal(vested, schedule.total)),
    implies(less(schedule.time, add(schedule.start, schedule.cliff)), equal(vested, ZERO)),
  ];
  const assumed = [TERMS[stream.asset], isSound(stream), ...facts];
  return { vested, assumed, conditions, given: [...assumed, ...conditions] };
};

export const { nameOf, pathsOf, group } = planCovenant(
  (asset) => (asset === 'BCH' ? 'plan-vesting-bch' : 'plan-vesting-token'),
  LAYOUTS,
);

/** What a payment of all that is due, which leaves something, does with state and companion at input 0. */
const paymentClaims = (asset: Asset, name: 'pay' | 'collect', path: Path) => {
  const isPending = name === 'collect';
  const before = spentAt(asset, ZERO, isPending);
  const after = streamAt(asset, output(0), output(1));
  const { vested, given } = withVested(path, before);
  const due = subtract(vested, before.released);
  const left = subtract(before.total, vested);
  const claims = {
    ...ownCompanion(before),
    'not before its time': isTimed(before),
    'exact payment': and(atMost(leastOf(asset), due), paysRecipient(output(asset === 'BCH' ? 1 : 2), due, before)),
    'the rest goes on': and(
      ...[less(ZERO, left), goesOnAs(before, after, isPending)],
      ...[equal(after.released, vested), equal(after.state.amount, before.state.amount)],
    ),
    'stays sound': and(isSound(after), atMost(leastOf(asset), after.principal)),
  };
  return { before, after, due, left, given, claims };
};

const PAYMENT = {
  'not before its time': 'the locktime is a time, and no block holds the transaction before it',
  'exact payment':
    'the recipient gets vested(locktime) - released, never below the smallest payment, to their lock, without a token that does not belong',
};

const pay = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'pay',
    {
      ...PAYMENT,
      'the rest goes on':
        'something is left, and goes on with the same terms, address, category, units and total; released is vested(locktime)',
      'stays sound': 'the stream that goes on satisfies the invariant again, and leaves the smallest payment at least',
      'bounded fee':
        'the reserve pays one fee at most and keeps the floor, and pays it only for an nth of what is left where n fees lie above the floor; the principal pays none',
      'no endless pushes':
        'under notice a payment is a 4,096th of the total at least, or made beside a coin of the recipient as the last input',
      'never while a move is pending': 'no path can be taken with a state of which a move is pending',
    },
    () => [
      ...pathsOf(asset, 'pay', ZERO).flatMap((path) => {
        const { before, after, due, left, given, claims } = paymentClaims(asset, 'pay', path);
        return onPath(path, given, {
          ...claims,
          'bounded fee': and(
            ...[atMost(floor, after.reserve), atMost(subtract(before.reserve, fee), after.reserve)],
            equal(after.principal, left),
            or(
              atMost(before.reserve, after.reserve),
              atMost(multiply(before.principal, fee), multiply(due, subtract(before.reserve, floor))),
            ),
          ),
          'no endless pushes': implies(
            equal(before.state.amount, ZERO),
            or(
              atMost(before.total, multiply(due, int(4_096))),
              isLockedTo(input(subtract(field('inputCount'), ONE)), before.state.commitment, before.layout.recipient),
            ),
          ),
        });
      }),
      neverTaken('never while a move is pending', pathsOf(asset, 'pay', ZERO, true)),
    ],
  );

const collect = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'collect',
    {
      ...PAYMENT,
      ...COLLECT,
      'the rest goes on':
        'something is left, and goes on with the same terms, address, category, units and total, the move still pending; released is vested(locktime)',
      'stays sound': 'the stream that goes on satisfies the invariant again, and leaves the smallest payment at least',
    },
    () => [
      ...pathsOf(asset, 'collect', ZERO, true).flatMap((path) => {
        const { before, after, left, given, claims } = paymentClaims(asset, 'collect', path);
        return onPath(path, given, {
          ...claims,
          'by the recipient': isByRecipient(before),
          'no fee': and(atMost(before.reserve, after.reserve), equal(after.principal, left)),
        });
      }),
      neverTaken('only while a move is pending', pathsOf(asset, 'collect', ZERO)),
    ],
  );

const end = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'end',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'exact payment':
        'from the end of the stream on, when all has vested, the recipient gets all that is left, to their lock, without a token that does not belong',
      'the end': 'NFT and units are burned, the clock ends, and the reserve less the floor returns to the sender',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const before = spentAt(asset, ZERO, isPending);
        const obligations = pathsOf(asset, 'end', ZERO, isPending).flatMap((path) =>
          onPath(path, [TERMS[asset], isSound(before), ...path.conditions], {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'exact payment': and(
              atMost(before.end, field('locktime')),
              paysRecipient(output(0), before.principal, before),
            ),
            'the end': endsWell(before),
          }),
        );
        return ofForm(isPending, obligations);
      }),
  );

const cancel = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'cancel',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only with a notice, and beside the sender's coin at input 0, which is not a stream of the plan; only before all has vested, and of a stream that is not under notice",
      'exact payment':
        'the recipient gets what is due at the locktime, nothing where that is below the smallest payment',
      'the rest waits':
        'all else stays in the stream: terms, address and total, without units; nothing of the principal goes elsewhere, and a move that is pending ends',
      'stays sound':
        'the stream under notice satisfies the invariant again; its reserve is at least what it was, and the fill',
      'its clock': 'all of its units go to one output at the universal clock',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = streamAt(asset, slots.state, slots.companion);
        const obligations = pathsOf(asset, 'cancel', index, isPending).flatMap((path) => {
          const { vested, given } = withVested(path, before);
          const due = subtract(vested, before.released);
          const paid = choose(atMost(leastOf(asset), due), due, ZERO);
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(
              less(ZERO, notice),
              senderConsents(before),
              less(vested, before.total),
              equal(before.state.amount, before.index),
            ),
            'exact payment': implies(less(ZERO, paid), paysRecipient(slots.recipient, paid, before)),
            'the rest waits': and(
              goesOnAs(before, after),
              equal(after.released, add(before.released, paid)),
              equal(after.principal, subtract(before.principal, paid)),
              equal(after.state.amount, ZERO),
            ),
            'stays sound': and(isSound(after), atMost(larger(before.reserve, fill), after.reserve)),
            'its clock': isClock(slots.clock, before.state.amount, before.state),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

const refund = (asset: Asset): ClaimGroup =>
  refundClaims(asset, {
    pathsOf,
    group,
    of: 'a stream under notice',
    before: () => streamAt(asset, input(0, LAYOUTS[asset].length), input(1)),
    given: (before) => [TERMS[asset], isSound(before)],
  });

/** All claims about the vesting covenants. */
export const planVesting: readonly ClaimGroup[] = (['BCH', 'TOKEN'] as const).flatMap((asset) => [
  pay(asset),
  collect(asset),
  end(asset),
  cancel(asset),
  refund(asset),
  sweepOf(nameOf(asset), LAYOUTS[asset].length),
]);
