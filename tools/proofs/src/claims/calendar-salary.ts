import { calendarFeeLimits } from '@weir/contracts';
import { given as argument, type Path } from '../execute/execute.js';
import { and, atMost, equal, FALSE, implies, less, or } from '../terms/bool.js';
import { concat, isShortestBytes, numberOf, padded, slice, whole } from '../terms/bytes.js';
import { add, choose, field, int, multiply, ONE, power, remainder, subtract, variable, ZERO } from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import type { NamedArtifact } from './artifacts.js';
import { dueOnce, dueTwice, factsOf, months } from './calendar-dates.js';
import type { ClaimGroup } from './claim.js';
import { type Beside, endOf, type Exit, exitsOf, moveExits, paymentOf, refundOf, settleOf, stopOf } from './exits.js';
import { onPath } from './on-paths.js';
import {
  areSharedTerms,
  clockDemands,
  COLLECT,
  endFeeOf,
  endsWell,
  fee,
  floor,
  FORMS,
  goesOnAt,
  hasAge,
  holdingAt,
  isByRecipient,
  isClock,
  isOwnClock,
  isSoundHolding,
  isTimed,
  leastOf,
  lengthOfForm,
  mostOf,
  neverTaken,
  ofForm,
  ownCompanion,
  paysRecipient,
  senderConsents,
  signed,
  slotsAt,
  type Asset,
  type Holding,
  type Layout,
} from './plan-coin.js';
import { planCovenant } from './plan-covenant.js';
import { movesOf, movingOf } from './plan-moves.js';
import {
  ACTIVE,
  CANCELLED,
  hasItsUnits,
  isHalted,
  openOf,
  PAUSED_RUNNING,
  PAUSING,
  pausable,
  cancelable,
  stopsAs,
  wasCancelled,
} from './plan-recurring.js';
import { refundClaims } from './plan-refund.js';
import { hiddenCodesOf } from './plan-script.js';
import { sweepOf } from './plan-sweep.js';
import { between, input, output, sameBytes, unsignedAt, type Place } from './reading.js';
import { locktime } from './recurring-periods.js';

interface SalaryLayout extends Layout {
  readonly unpaid: number;
  readonly month: number;
  readonly amount: readonly [from: number, length: number];
}

const LAYOUTS: Readonly<Record<Asset, SalaryLayout>> = {
  BCH: { length: 37, reserve: 3, unpaid: 6, month: 8, amount: [10, 7], recipient: 17 },
  TOKEN: { length: 35, reserve: undefined, unpaid: 3, month: 5, amount: [7, 8], recipient: 15 },
};

const day = variable('day');

interface Salary extends Holding {
  readonly status: Int;
  readonly unpaid: Int;
  /** Of the first unpaid period; a count of paydays where a month has two. */
  readonly month: Int;
  readonly amount: Int;
}

const salaryAt = (asset: Asset, state: Place, companion: Place): Salary => {
  const layout = LAYOUTS[asset];
  return {
    ...holdingAt(asset, layout, state, companion),
    status: unsignedAt(state.commitment, 2, 1),
    unpaid: unsignedAt(state.commitment, layout.unpaid, 2),
    month: unsignedAt(state.commitment, layout.month, 2),
    amount: unsignedAt(state.commitment, ...layout.amount),
  };
};

const spentAt = (asset: Asset, index: Int, isPending: boolean): Salary =>
  salaryAt(asset, input(index, lengthOfForm(LAYOUTS[asset], isPending)), input(add(index, ONE)));

/**
 * The invariant of salaries: a sound genesis makes it (`findCalendarStreamProblem`), every transition keeps it. Months are bounded for
 * their two bytes alone: pauses may move the last payday beyond January 2100.
 */
const isSound = (salary: Salary): Bool =>
  and(
    ...[isSoundHolding(salary), hasItsUnits(salary), between(0, salary.status, 6), between(1, salary.unpaid, 32_767)],
    atMost(multiply(salary.unpaid, months), int(2_500)),
    atMost(add(salary.month, multiply(salary.unpaid, months)), int(10_000)),
    ...[
      atMost(leastOf(salary.asset), salary.amount),
      less(salary.amount, power(LAYOUTS[salary.asset].amount[1] * 8 - 1)),
    ],
    ...[
      atMost(multiply(salary.unpaid, salary.amount), salary.principal),
      atMost(salary.principal, mostOf(salary.asset)),
    ],
  );

const salaryArtifact = (asset: Asset, twice: boolean): NamedArtifact => {
  const name = asset === 'BCH' ? 'calendar-recurring-bch' : 'calendar-recurring-token';
  return twice ? `${name}-twice` : name;
};

/** The claims about salaries of one asset, with one payday a month or two. */
const salaries = (asset: Asset, twice: boolean): readonly ClaimGroup[] => {
  const artifact = salaryArtifact(asset, twice);
  const { pathsOf, group } = planCovenant(() => artifact, LAYOUTS);

  const isStep = twice ? equal(months, ONE) : or(...[1, 3, 6, 12].map((step) => equal(months, int(step))));
  const terms = [
    areSharedTerms(calendarFeeLimits(`SALARY_${asset}`)),
    ...[isStep, implies(pausable, cancelable), atMost(locktime, int(0xffff_ffff))],
  ];

  /** The month of the last of some periods, as the script computes it. */
  const lastOf = ({ month }: Salary, periods: Int): Int =>
    add(signed(month, 2), multiply(subtract(periods, ONE), months));

  /**
   * Takes the date of the last of some periods for a symbol, of which the lemmas of dates are facts.
   *
   * @throws Error where the script does not compute the date as the lemmas have it
   */
  const withPayday = (path: Path, salary: Salary, periods: Int, isAlways = true) => {
    const payday = variable('payday');
    const last = lastOf(salary, periods);
    const computed = (twice ? dueTwice : dueOnce)(last, day);
    const conditions = path.conditions.map(rewriter({ ints: new Map([[computed, payday]]) }).bool);
    const isComputed = conditions.some((condition, at) => condition !== path.conditions[at]);
    if (isAlways && !isComputed) throw new Error('The script does not compute the payday');
    const assumed = [...terms, isSound(salary), ...factsOf(payday, last, twice)];
    return { payday, assumed, conditions, given: [...assumed, ...conditions] };
  };

  /** Address, category, index, recipient and amount stay, and what is not paid. */
  const goesOnAs = (before: Salary, after: Salary, paid: Int, isPending = false): Bool =>
    and(
      goesOnAt(before, after, isPending),
      sameBytes(before.state.commitment, after.state.commitment, ...LAYOUTS[asset].amount),
      equal(after.principal, subtract(before.principal, paid)),
    );

  /** The counter falls, the month advances, by the periods paid. */
  const advances = (before: Salary, after: Salary, periods: Int): Bool =>
    and(
      equal(after.unpaid, subtract(before.unpaid, periods)),
      equal(after.month, add(before.month, multiply(periods, months))),
    );

  const periods = numberOf(whole(argument('periods')));

  const paymentClaims = (of: 'pay' | 'collect', path: Path) => {
    const isPending = of === 'collect';
    const before = spentAt(asset, ZERO, isPending);
    const after = salaryAt(asset, output(0), output(1));
    const { payday, given } = withPayday(path, before, periods);
    const due = multiply(periods, before.amount);
    const claims = {
      ...ownCompanion(before),
      'not before its time': isTimed(before),
      'on a payday': atMost(payday, locktime),
      'exact payment': and(
        ...[atMost(ONE, periods), less(periods, before.unpaid), atMost(periods, openOf(before))],
        paysRecipient(output(asset === 'BCH' ? 1 : 2), due, before),
      ),
      'the rest goes on': and(
        ...[goesOnAs(before, after, due, isPending), advances(before, after, periods)],
        equal(after.status, choose(isHalted(before), add(before.status, ONE), before.status)),
        equal(after.state.amount, before.state.amount),
      ),
      'stays sound': isSound(after),
    };
    return { before, after, given, claims };
  };

  const PAYMENT = {
    'not before its time': 'the locktime is a time, and no block holds the transaction before it',
    'on a payday': 'the locktime has reached the date of the last period that is paid, which falls on a payday',
    'exact payment':
      'the recipient gets the amount of each period that the payment is for, at least one, not the last, and none that a pause holds back',
    'stays sound': 'the salary that goes on satisfies the invariant again',
  };

  const pay = group(
    asset,
    'pay',
    {
      ...PAYMENT,
      'the rest goes on':
        'what is left goes on with the same terms, address, category and units: the counter falls, the month advances, by the periods paid',
      'bounded fee': 'the reserve pays one fee at most and keeps the floor; the principal pays none',
      'a fee for each':
        'where the reserve has a fee for each unpaid period above the floor, it has one for each that is then unpaid: small payments use nothing up',
      'never while a move is pending': 'no path can be taken with a state of which a move is pending',
    },
    () => [
      ...pathsOf(asset, 'pay', ZERO).flatMap((path) => {
        const { before, after, given, claims } = paymentClaims('pay', path);
        const covers = ({ reserve, unpaid }: Salary) => atMost(add(floor, multiply(unpaid, fee)), reserve);
        return onPath(path, given, {
          ...claims,
          'bounded fee': and(atMost(floor, after.reserve), atMost(subtract(before.reserve, fee), after.reserve)),
          'a fee for each': implies(covers(before), covers(after)),
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
        'what is left goes on with the same terms, address, category and units, the move still pending: the counter falls, the month advances, by the periods paid',
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
      'on a payday': 'the locktime has reached the date of the last period',
      'exact payment': 'only where every unpaid period may fall due, the recipient gets all that is left',
      'the end': 'NFT and units are burned, the clock ends, and the reserve less the floor returns to the sender',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const before = spentAt(asset, ZERO, isPending);
        const obligations = pathsOf(asset, 'end', ZERO, isPending).flatMap((path) => {
          const { payday, given } = withPayday(path, before, signed(before.unpaid, 2));
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'on a payday': atMost(payday, locktime),
            'exact payment': and(
              atMost(before.unpaid, openOf(before)),
              paysRecipient(output(0), before.principal, before),
            ),
            'the end': endsWell(before),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

  const stop = group(
    asset,
    'stop',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only beside the sender's coin at input 0, which is not a salary of the plan, and of a salary that is not under notice; a pause only of an active one, if it can be paused, else a cancel, if it can be cancelled",
      'on a payday': 'where it pays, the locktime has reached the date of the last period that is paid',
      'exact payment':
        'the recipient gets the amount of each period that the stop pays; never all, so that the last one is paid at its date',
      'the rest waits':
        'all else stays in the salary, without units: the counter falls, the month advances, by the periods paid, and a move that is pending ends',
      'stays sound': 'the salary under notice satisfies the invariant again; its reserve is at least what it was',
      'its clock':
        'all of its units go to one output at the universal clock, whose satoshis are the floor, in token mode 1,000 less',
      'never taken': 'no stop pays for periods without an amount, or an amount without periods',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = salaryAt(asset, slots.state, slots.companion);
        const scriptDue = multiply(periods, signed(before.amount, LAYOUTS[asset].amount[1]));
        const obligations = pathsOf(asset, 'stop', index, isPending).flatMap((path) => {
          const { payday, given } = withPayday(path, before, periods, false);
          const due = multiply(periods, before.amount);
          // The script asks twice whether anything is paid: by the periods, and by the amount.
          const [asks, pays] = [periods, scriptDue].map((of) => path.conditions.includes(less(ZERO, of)));
          if (asks !== pays) return [{ name: `path ${path.number}: never taken`, given, goal: FALSE }];
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(
              senderConsents(before),
              equal(before.state.amount, before.index),
              stopsAs(before, after, periods),
            ),
            'on a payday': implies(less(ZERO, periods), atMost(payday, locktime)),
            'exact payment': and(
              ...[atMost(ZERO, periods), less(periods, before.unpaid), atMost(periods, openOf(before))],
              implies(less(ZERO, periods), paysRecipient(slots.recipient, due, before)),
            ),
            'the rest waits': and(
              ...[goesOnAs(before, after, due), advances(before, after, periods)],
              equal(after.state.amount, ZERO),
            ),
            'stays sound': and(isSound(after), atMost(before.reserve, after.reserve)),
            'its clock': and(
              isClock(slots.clock, before.state.amount, before.state),
              equal(slots.clock.value, endFeeOf(asset)),
            ),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

  const settle = group(
    asset,
    'settle',
    {
      'after the notice':
        'only of a salary that is pausing, beside its own clock, which is `notice` blocks old at least',
      'all stays':
        'the salary goes on with its units, principal, counter and month, of which one period more may fall due; the reserve loses nothing',
      'stays sound': 'the salary that is paused satisfies the invariant again',
    },
    () => {
      const before = spentAt(asset, ZERO, false);
      const after = salaryAt(asset, output(0), output(1));
      const clock = input(asset === 'BCH' ? 1 : 2);
      return pathsOf(asset, 'settle', ZERO).flatMap((path) =>
        onPath(path, [...terms, isSound(before), ...path.conditions, ...clockDemands(clock)], {
          ...ownCompanion(before),
          'after the notice': and(equal(before.status, PAUSING), isOwnClock(clock, before), hasAge(clock)),
          'all stays': and(
            ...[goesOnAs(before, after, ZERO), advances(before, after, ZERO), equal(after.status, PAUSED_RUNNING)],
            ...[equal(after.state.amount, before.index), atMost(before.reserve, after.reserve)],
          ),
          'stays sound': isSound(after),
        }),
      );
    },
  );

  const passed = numberOf(whole(argument('passed')));

  const resume = group(
    asset,
    'resume',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only beside the sender's coin at input 0, which is not a salary of the plan, and of a salary that is paused",
      'on a payday': 'no payday is skipped, and none is paid, that the locktime has not reached',
      'exact payment': 'a period that was running is paid, whole, where its payday has passed',
      'keeps the payday':
        'all else goes on, active, with its units; the months never go back, and advance by whole periods, so that the next payday is on the same day; a move that is pending ends',
      'stays sound': 'the salary that goes on satisfies the invariant again; the reserve loses nothing',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = salaryAt(asset, slots.state, slots.companion);
        const paid = choose(less(ZERO, passed), remainder(before.status, int(2)), ZERO);
        const due = multiply(paid, before.amount);
        const obligations = pathsOf(asset, 'resume', index, isPending).flatMap((path) => {
          const { payday, given } = withPayday(path, before, passed, false);
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(senderConsents(before), between(3, before.status, 4)),
            'on a payday': implies(less(ZERO, passed), atMost(payday, locktime)),
            'exact payment': implies(less(ZERO, paid), paysRecipient(slots.recipient, before.amount, before)),
            'keeps the payday': and(
              ...[goesOnAs(before, after, due), equal(after.status, ACTIVE), atMost(before.month, after.month)],
              equal(after.unpaid, subtract(before.unpaid, paid)),
              equal(after.month, add(before.month, multiply(passed, months))),
              equal(after.state.amount, before.state.amount),
            ),
            'stays sound': and(isSound(after), atMost(before.reserve, after.reserve)),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

  const refund = refundClaims(asset, {
    pathsOf,
    group,
    of: 'a salary that is cancelled',
    before: () => spentAt(asset, ZERO, false),
    given: (before) => [...terms, isSound(before)],
    isEnded: (before) => [wasCancelled(before)],
  });

  const moving = movingOf({ pathsOf, group, spentAt, holdingAt: salaryAt, isSound, termsOf: () => and(...terms) });

  /** The commitment with another status, counter and month. */
  const saying = (
    { state: { commitment } }: Salary,
    { status, unpaid, month }: Readonly<Record<'status' | 'unpaid' | 'month', Int>>,
    isPending = false,
  ): Bytes => {
    const { unpaid: from, amount, ...layout } = LAYOUTS[asset];
    return [
      ...[padded(status, 1).bytes, slice(commitment, 3, from - 3), padded(unpaid, 2).bytes, padded(month, 2).bytes],
      slice(commitment, amount[0], lengthOfForm(layout, isPending) - amount[0]),
    ].reduce(concat, slice(commitment, 0, 2));
  };

  /** The last periods: all that is left. */
  const lastOfAll = (isPending: boolean, beside: Beside): Exit => {
    const before = spentAt(asset, ZERO, isPending);
    const made = pathsOf(asset, 'end', ZERO, isPending).map((path) =>
      withPayday(path, before, signed(before.unpaid, 2)),
    );
    const { assumed = [], payday = ZERO } = made[0] ?? {};
    return endOf({
      before,
      assumed,
      paths: made.map(({ conditions }) => conditions),
      when: [equal(before.status, ACTIVE), atMost(payday, locktime)],
      beside,
    });
  };

  /** Any periods of an active salary that leave one. */
  const some = (of: 'pay' | 'collect', beside: Beside): Exit => {
    const isPending = of === 'collect';
    const before = spentAt(asset, ZERO, isPending);
    const made = pathsOf(asset, of, ZERO, isPending).map((path) => withPayday(path, before, periods));
    const { assumed = [], payday = ZERO } = made[0] ?? {};
    const { status, unpaid, month, amount } = before;
    return paymentOf({
      before,
      assumed,
      paths: made.map(({ conditions }) => conditions),
      when: [
        ...[equal(status, ACTIVE), atMost(payday, locktime), isShortestBytes(whole(argument('periods')))],
        ...[atMost(ONE, periods), less(periods, unpaid)],
      ],
      beside,
      due: multiply(periods, amount),
      commitment: saying(
        before,
        { status, unpaid: subtract(unpaid, periods), month: add(month, multiply(periods, months)) },
        isPending,
      ),
    });
  };

  /** A stop that pays nothing. */
  const stopped = (when: (before: Salary) => readonly Bool[], becomes: (status: Int) => Int): Exit => {
    const before = spentAt(asset, ONE, false);
    const made = pathsOf(asset, 'stop', ONE).map((path) => withPayday(path, before, periods, false));
    return stopOf({
      before,
      assumed: made[0]?.assumed ?? [],
      paths: made.map(({ conditions }) => conditions),
      when: [...when(before), equal(periods, ZERO), isShortestBytes(whole(argument('periods')))],
      commitment: saying(before, { ...before, status: becomes(before.status) }),
      reserve: before.reserve,
    });
  };

  const settled = (): Exit => {
    const before = spentAt(asset, ZERO, false);
    return settleOf({
      before,
      assumed: [...terms, isSound(before)],
      paths: pathsOf(asset, 'settle', ZERO).map(({ conditions }) => conditions),
      when: [equal(before.status, PAUSING)],
      commitment: saying(before, { ...before, status: PAUSED_RUNNING }),
    });
  };

  const refunded = (): Exit => {
    const before = spentAt(asset, ZERO, false);
    return refundOf(asset, before, [...terms, isSound(before), wasCancelled(before)], pathsOf(asset, 'refund', ZERO));
  };

  const exits = exitsOf(
    artifact,
    asset,
    'an active salary pays at each payday, beside any coin with change or without, and while a move is pending beside the recipient’s; from the last payday on it ends, also while a move is pending; the sender pauses and cancels it, also a paused one, as its terms allow; a pause’s notice ends and a cancelled salary is refunded by its clock, old enough',
    () => ({
      'the last periods': lastOfAll(false, 'nothing'),
      'the last periods beside anybody’s coin, with change': lastOfAll(false, 'help'),
      'the last periods while a move is pending': lastOfAll(true, 'nothing'),
      'periods beside a coin': some('pay', 'coin'),
      'periods beside anybody’s coin, with change': some('pay', 'help'),
      'periods beside the recipient’s coin while a move is pending': some('collect', 'recipient'),
      'a pause': stopped(
        ({ status }) => [equal(status, ACTIVE), pausable],
        () => PAUSING,
      ),
      'a cancel': stopped(
        ({ status }) => [equal(status, ACTIVE), cancelable],
        () => CANCELLED,
      ),
      'the cancel of a pause': stopped(
        ({ status }) => [between(3, status, 4), cancelable],
        (status) => add(status, int(2)),
      ),
      'the end of a pause’s notice': settled(),
      'the refund of a cancelled salary': refunded(),
      ...moveExits(asset, moving),
    }),
  );

  return [
    ...[pay, collect, end, stop, settle, resume, refund],
    ...movesOf(moving, asset),
    exits,
    sweepOf(artifact, LAYOUTS[asset].length),
    hiddenCodesOf(artifact),
  ];
};

const FORMS_OF_SALARIES = (['BCH', 'TOKEN'] as const).flatMap((asset) =>
  [false, true].map((twice) => ({ asset, twice })),
);

/** All claims about salaries by the calendar. */
export const calendarSalaries: readonly ClaimGroup[] = FORMS_OF_SALARIES.flatMap(({ asset, twice }) =>
  salaries(asset, twice),
);

/** Their covenants, and where a commitment has the recipient. */
export const SALARY_PLACES = FORMS_OF_SALARIES.map(
  ({ asset, twice }) => [salaryArtifact(asset, twice), LAYOUTS[asset].recipient] as const,
);
