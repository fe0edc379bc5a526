import { type Allocation, calendarFeeLimits } from '@weir/contracts';
import { given as argument, type Path } from '../execute/execute.js';
import { and, atMost, equal, FALSE, implies, less } from '../terms/bool.js';
import { isShortestBytes, numberOf, whole } from '../terms/bytes.js';
import { add, choose, field, int, larger, multiply, ONE, subtract, variable, ZERO } from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Int } from '../terms/term.js';
import { SCRIPT_VESTED, vestedFacts } from './allocations.js';
import type { NamedArtifact } from './artifacts.js';
import { dueOnce, factsOf, months } from './calendar-dates.js';
import type { ClaimGroup } from './claim.js';
import { type Beside, endOf, type Exit, exitsOf, moveExits, paymentOf, refundOf, stopOf, withBytes } from './exits.js';
import { onPath } from './on-paths.js';
import {
  areSharedTerms,
  COLLECT,
  endsWell,
  fee,
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
import { movesOf, movingOf } from './plan-moves.js';
import { refundClaims } from './plan-refund.js';
import { hiddenCodesOf } from './plan-script.js';
import { sweepOf } from './plan-sweep.js';
import { between, input, output, sameBytes, unsignedAt, type Place } from './reading.js';
import { locktime } from './recurring-periods.js';

interface GrantLayout extends Layout {
  readonly released: readonly [from: number, length: number];
  /** Day, month and installments: 5 bytes. */
  readonly schedule: number;
}

const LAYOUTS: Readonly<Record<Asset, GrantLayout>> = {
  BCH: { length: 37, reserve: 2, released: [5, 7], schedule: 12, recipient: 17 },
  TOKEN: { length: 35, reserve: undefined, released: [2, 8], schedule: 10, recipient: 15 },
};

const cliff = variable('cliff');

interface Grant extends Holding {
  readonly released: Int;
  readonly total: Int;
  readonly day: Int;
  /** Of the first installment. */
  readonly month: Int;
  readonly count: Int;
}

const grantAt = (asset: Asset, state: Place, companion: Place): Grant => {
  const { released: at, schedule, ...layout } = LAYOUTS[asset];
  const holding = holdingAt(asset, layout, state, companion);
  const released = unsignedAt(state.commitment, ...at);
  return {
    ...holding,
    released,
    total: add(released, holding.principal),
    day: unsignedAt(state.commitment, schedule, 1),
    month: unsignedAt(state.commitment, schedule + 1, 2),
    count: unsignedAt(state.commitment, schedule + 3, 2),
  };
};

const spentAt = (asset: Asset, index: Int, isPending: boolean): Grant =>
  grantAt(asset, input(index, lengthOfForm(LAYOUTS[asset], isPending)), input(add(index, ONE)));

/** The invariant of grants: a sound genesis makes it (`findCalendarStreamProblem`), every transition keeps it. */
const isSound = (grant: Grant): Bool =>
  and(
    ...[isSoundHolding(grant), atMost(grant.total, mostOf(grant.asset)), between(1, grant.day, 31)],
    ...[between(1, grant.count, 1_211), between(0, grant.month, 1_210)],
    atMost(add(grant.month, multiply(subtract(grant.count, ONE), months)), int(1_210)),
  );

/** The claims about grants of one asset and allocation. */
const grants = (asset: Asset, allocation: Allocation, artifact: NamedArtifact): readonly ClaimGroup[] => {
  const { pathsOf, group } = planCovenant(() => artifact, LAYOUTS);
  const terms = [
    ...[areSharedTerms(calendarFeeLimits(`GRANT_${asset}`)), between(1, months, 12), atMost(ONE, cliff)],
    atMost(locktime, int(0xffff_ffff)),
  ];
  const done = numberOf(whole(argument('done')));

  /**
   * Takes the date of the last of some installments for a symbol, and what has vested with it, of which the lemmas of dates and of
   * allocations are facts.
   *
   * @throws Error where the script does not compute them as the lemmas have it
   */
  const withVested = (path: Path, grant: Grant, installments: Int, isAlways = true) => {
    const [date, vested] = [variable('date'), variable('vested')];
    const last = add(signed(grant.month, 2), multiply(subtract(installments, ONE), months));
    const scriptTotal = add(signed(grant.released, LAYOUTS[asset].released[1]), scriptPrincipal(grant));
    const computed = SCRIPT_VESTED[allocation]({ total: scriptTotal, done, count: signed(grant.count, 2) });
    const replaced = rewriter({
      ints: new Map([
        [dueOnce(last, signed(grant.day, 1)), date],
        [computed, vested],
      ]),
    });
    const conditions = path.conditions.map(replaced.bool);
    if (isAlways && conditions.every((condition, at) => condition === path.conditions[at]))
      throw new Error('The script computes neither the date nor what has vested');
    const { total, count } = grant;
    const facts = implies(
      and(between(1, done, count), less(done, count)),
      and(...vestedFacts(allocation, vested, { total, done, count })),
    );
    const assumed = [...terms, isSound(grant), ...factsOf(date, last, false), facts];
    return { date, vested, assumed, conditions, given: [...assumed, ...conditions] };
  };

  /** Dates, recipient, address, category and total stay. */
  const goesOnAs = (before: Grant, after: Grant, isPending = false): Bool =>
    and(
      goesOnAt(before, after, isPending),
      sameBytes(before.state.commitment, after.state.commitment, LAYOUTS[asset].schedule, 5),
      equal(after.total, before.total),
    );

  const paymentClaims = (of: 'pay' | 'collect', path: Path) => {
    const isPending = of === 'collect';
    const before = spentAt(asset, ZERO, isPending);
    const after = grantAt(asset, output(0), output(1));
    const { date, vested, given } = withVested(path, before, done);
    const due = subtract(vested, before.released);
    const claims = {
      ...ownCompanion(before),
      'not before its time': isTimed(before),
      'on its date': and(atMost(date, locktime), atMost(cliff, done), less(done, before.count)),
      'exact payment': and(atMost(leastOf(asset), due), paysRecipient(output(asset === 'BCH' ? 1 : 2), due, before)),
      'the rest goes on': and(
        ...[goesOnAs(before, after, isPending), equal(after.released, vested)],
        equal(after.state.amount, before.state.amount),
      ),
      'stays sound': and(isSound(after), atMost(leastOf(asset), after.principal)),
    };
    return { before, after, given, claims };
  };

  const PAYMENT = {
    'not before its time': 'the locktime is a time, and no block holds the transaction before it',
    'on its date':
      'the locktime has reached the date of the last installment that is paid, which is not before the cliff, and not the last one of all',
    'exact payment':
      'the recipient gets what has vested with that installment, by the definition of the allocation, less what was released; never less than the smallest payment',
    'stays sound': 'the grant that goes on satisfies the invariant again, and leaves the smallest payment at least',
  };

  const pay = group(
    asset,
    'pay',
    {
      ...PAYMENT,
      'the rest goes on':
        'what is left goes on with the same dates, address, category, units and total; released is what has vested',
      'bounded fee': 'the reserve pays one fee at most and keeps the floor; the principal pays none',
      'never while a move is pending': 'no path can be taken with a state of which a move is pending',
    },
    () => [
      ...pathsOf(asset, 'pay', ZERO).flatMap((path) => {
        const { before, after, given, claims } = paymentClaims('pay', path);
        return onPath(path, given, {
          ...claims,
          'bounded fee': and(atMost(floor, after.reserve), atMost(subtract(before.reserve, fee), after.reserve)),
        });
      }),
      neverTaken('never while a move is pending', pathsOf(asset, 'pay', ZERO, true)),
    ],
  );

  const collect = group(
    asset,
    'collect',
    {
      ...PAYMENT,
      ...COLLECT,
      'the rest goes on':
        'what is left goes on with the same dates, address, category, units and total, the move still pending; released is what has vested',
    },
    () => [
      ...pathsOf(asset, 'collect', ZERO, true).flatMap((path) => {
        const { before, after, given, claims } = paymentClaims('collect', path);
        return onPath(path, given, {
          ...claims,
          'by the recipient': isByRecipient(before),
          'no fee': atMost(before.reserve, after.reserve),
        });
      }),
      neverTaken('only while a move is pending', pathsOf(asset, 'collect', ZERO)),
    ],
  );

  const end = group(
    asset,
    'end',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'on its date': 'the locktime has reached the date of the last installment',
      'exact payment': 'the recipient gets all that is left, to their lock, without a token that does not belong',
      'the end': 'NFT and units are burned, the clock ends, and the reserve less the floor returns to the sender',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const before = spentAt(asset, ZERO, isPending);
        const obligations = pathsOf(asset, 'end', ZERO, isPending).flatMap((path) => {
          const { date, given } = withVested(path, before, signed(before.count, 2));
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'on its date': atMost(date, locktime),
            'exact payment': paysRecipient(output(0), before.principal, before),
            'the end': endsWell(before),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

  const cancel = group(
    asset,
    'cancel',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only with a notice, and beside the sender's coin at input 0, which is not a grant of the plan; only of a grant that is not under notice",
      'on its date':
        'where it pays, the locktime has reached the date of the last installment that is paid, which is not before the cliff, and not the last one of all',
      'exact payment':
        'the recipient gets what has vested with that installment less what was released, and nothing where that is below the smallest payment',
      'the rest waits':
        'all else stays in the grant: dates, address and total, without units; nothing of the principal goes elsewhere, and a move that is pending ends',
      'stays sound': 'the grant under notice satisfies the invariant again; its reserve is at least what it was',
      'its clock': 'all of its units go to one output at the universal clock',
      'never taken': 'no cancel pays where no installment has vested',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = grantAt(asset, slots.state, slots.companion);
        // What the script pays where nothing has vested: nothing, though it asks.
        const unvested = subtract(ZERO, signed(before.released, LAYOUTS[asset].released[1]));
        const nothing =
          asset === 'BCH' ? multiply(unvested, choose(atMost(int(576), unvested), ONE, ZERO)) : larger(unvested, ZERO);
        const obligations = pathsOf(asset, 'cancel', index, isPending).flatMap((path) => {
          const { date, vested, given } = withVested(path, before, done, false);
          if (path.conditions.includes(less(ZERO, nothing)))
            return [{ name: `path ${path.number}: never taken`, given, goal: FALSE }];
          const above = choose(less(ZERO, done), subtract(vested, before.released), ZERO);
          const paid = choose(atMost(leastOf(asset), above), above, ZERO);
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(less(ZERO, notice), senderConsents(before), equal(before.state.amount, before.index)),
            'on its date': implies(
              less(ZERO, paid),
              and(atMost(date, locktime), atMost(cliff, done), less(done, before.count)),
            ),
            'exact payment': implies(less(ZERO, paid), paysRecipient(slots.recipient, paid, before)),
            'the rest waits': and(
              ...[goesOnAs(before, after), equal(after.released, add(before.released, paid))],
              equal(after.state.amount, ZERO),
            ),
            'stays sound': and(isSound(after), atMost(before.reserve, after.reserve)),
            'its clock': isClock(slots.clock, before.state.amount, before.state),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

  const refund = refundClaims(asset, {
    pathsOf,
    group,
    of: 'a grant under notice',
    before: () => spentAt(asset, ZERO, false),
    given: (before) => [...terms, isSound(before)],
  });

  const moving = movingOf({ pathsOf, group, spentAt, holdingAt: grantAt, isSound, termsOf: () => and(...terms) });

  /** The last installment: all that is left. */
  const lastOfAll = (isPending: boolean, beside: Beside): Exit => {
    const before = spentAt(asset, ZERO, isPending);
    const made = pathsOf(asset, 'end', ZERO, isPending).map((path) =>
      withVested(path, before, signed(before.count, 2)),
    );
    const { assumed = [], date = ZERO } = made[0] ?? {};
    return endOf({
      before,
      assumed,
      paths: made.map(({ conditions }) => conditions),
      when: [equal(before.state.amount, before.index), atMost(date, locktime)],
      beside,
    });
  };

  /** Any installments that leave something, also under notice. */
  const some = (of: 'pay' | 'collect', beside: Beside): Exit => {
    const isPending = of === 'collect';
    const before = spentAt(asset, ZERO, isPending);
    const made = pathsOf(asset, of, ZERO, isPending).map((path) => withVested(path, before, done));
    const { assumed = [], date = ZERO, vested = ZERO } = made[0] ?? {};
    const due = subtract(vested, before.released);
    return paymentOf({
      before,
      assumed,
      paths: made.map(({ conditions }) => conditions),
      when: [
        ...[atMost(date, locktime), isShortestBytes(whole(argument('done'))), atMost(cliff, done)],
        ...[
          less(done, before.count),
          atMost(leastOf(asset), due),
          atMost(leastOf(asset), subtract(before.total, vested)),
        ],
      ],
      beside,
      due,
      commitment: withBytes(before, LAYOUTS[asset].released, vested, isPending),
    });
  };

  /** A cancel that pays nothing. */
  const cancelled = (isPending: boolean): Exit => {
    const before = spentAt(asset, ONE, isPending);
    const made = pathsOf(asset, 'cancel', ONE, isPending).map((path) => withVested(path, before, done, false));
    return stopOf({
      before,
      assumed: made[0]?.assumed ?? [],
      paths: made.map(({ conditions }) => conditions),
      when: [
        ...[less(ZERO, notice), equal(before.state.amount, before.index)],
        equal(done, ZERO),
        isShortestBytes(whole(argument('done'))),
      ],
      commitment: withBytes(before, LAYOUTS[asset].released, before.released),
      reserve: before.reserve,
    });
  };

  const refunded = (): Exit => {
    const before = spentAt(asset, ZERO, false);
    return refundOf(asset, before, [...terms, isSound(before)], pathsOf(asset, 'refund', ZERO));
  };

  const exits = exitsOf(
    artifact,
    asset,
    'a grant ends from the date of its last installment on, also while a move is pending; installments are paid at their dates, also under notice, beside any coin with change or without, and while a move is pending beside the recipient’s; the sender cancels, also while a move is pending, and anybody refunds by its clock, old enough',
    () => ({
      'the last installment': lastOfAll(false, 'nothing'),
      'the last installment beside anybody’s coin, with change': lastOfAll(false, 'help'),
      'the last installment while a move is pending': lastOfAll(true, 'nothing'),
      'installments beside a coin': some('pay', 'coin'),
      'installments beside anybody’s coin, with change': some('pay', 'help'),
      'installments beside the recipient’s coin while a move is pending': some('collect', 'recipient'),
      'a cancel': cancelled(false),
      'a cancel while a move is pending': cancelled(true),
      'the refund of a cancelled grant': refunded(),
      ...moveExits(asset, moving),
    }),
  );

  return [
    ...[pay, collect, end, cancel, refund],
    ...movesOf(moving, asset),
    exits,
    sweepOf(artifact, LAYOUTS[asset].length),
    hiddenCodesOf(artifact),
  ];
};

const OF_TOKENS = {
  CUMULATIVE_ROUND_DOWN: 'calendar-vesting-token-cumulative-round-down',
  CUMULATIVE_ROUNDING: 'calendar-vesting-token-cumulative-rounding',
  FRONT_LOADED: 'calendar-vesting-token-front-loaded',
  BACK_LOADED: 'calendar-vesting-token-back-loaded',
  FRONT_LOADED_TO_SINGLE_TRANCHE: 'calendar-vesting-token-front-loaded-to-single-tranche',
  BACK_LOADED_TO_SINGLE_TRANCHE: 'calendar-vesting-token-back-loaded-to-single-tranche',
} as const satisfies Readonly<Record<Allocation, NamedArtifact>>;

const FORMS_OF_GRANTS: readonly (readonly [Asset, Allocation, NamedArtifact])[] = [
  ['BCH', 'CUMULATIVE_ROUND_DOWN', 'calendar-vesting-bch'],
  ...Object.entries(OF_TOKENS).map(([allocation, artifact]) => ['TOKEN', allocation as Allocation, artifact] as const),
];

/** All claims about grants by the calendar. */
export const calendarGrants: readonly ClaimGroup[] = FORMS_OF_GRANTS.flatMap((form) => grants(...form));

/** Their covenants, and where a commitment has the recipient. */
export const GRANT_PLACES = FORMS_OF_GRANTS.map(([asset, , artifact]) => [artifact, LAYOUTS[asset].recipient] as const);
