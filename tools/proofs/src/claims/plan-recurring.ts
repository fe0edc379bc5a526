import type { PlanProduct } from '@weir/contracts';
import type { Path } from '../execute/execute.js';
import { and, atMost, equal, flag, implies, less, not, or } from '../terms/bool.js';
import {
  add,
  choose,
  field,
  int,
  larger,
  multiply,
  ONE,
  power,
  remainder,
  smaller,
  subtract,
  variable,
  ZERO,
} from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import {
  areTerms,
  clockDemands,
  COLLECT,
  endFeeOf,
  endsWell,
  fee,
  fill,
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
import { refundClaims } from './plan-refund.js';
import { sweepOf } from './plan-sweep.js';
import { between, input, output, sameBytes, unsignedAt, type Place } from './reading.js';
import { areAllDue, interval, locktime, scriptFallen } from './recurring-periods.js';

interface RecurringLayout extends Layout {
  readonly unpaid: number;
  readonly next: number;
  readonly amount: readonly [from: number, length: number];
}

export const LAYOUTS: Readonly<Record<Asset, RecurringLayout>> = {
  BCH: { length: 40, reserve: 3, unpaid: 6, next: 8, amount: [13, 7], recipient: 20 },
  TOKEN: { length: 38, reserve: undefined, unpaid: 3, next: 5, amount: [10, 8], recipient: 18 },
};

export const [cancelable, pausable] = [flag('cancelable'), flag('pausable')];

/** Statuses of a commitment, by the comment at the top of the source. */
export const [ACTIVE, PAUSING, CANCELLED, PAUSED_RUNNING] = [int(0), int(1), int(2), int(3)];

interface Payment extends Holding {
  readonly status: Int;
  readonly unpaid: Int;
  readonly next: Int;
  readonly amount: Int;
}

export const paymentAt = (asset: Asset, state: Place, companion: Place): Payment => {
  const layout = LAYOUTS[asset];
  return {
    ...holdingAt(asset, layout, state, companion),
    status: unsignedAt(state.commitment, 2, 1),
    unpaid: unsignedAt(state.commitment, layout.unpaid, 2),
    next: unsignedAt(state.commitment, layout.next, 5),
    amount: unsignedAt(state.commitment, ...layout.amount),
  };
};

/** The payment whose state is at an input, while a move is pending or not. */
export const spentAt = (asset: Asset, index: Int, isPending: boolean): Payment =>
  paymentAt(asset, input(index, lengthOfForm(LAYOUTS[asset], isPending)), input(add(index, ONE)));

export const isHalted = ({ status }: Pick<Payment, 'status'>): Bool => atMost(PAUSED_RUNNING, status);

/** Periods that may fall due: of a halted payment the running one, if it was running, else none. */
export const openOf = (payment: Pick<Payment, 'status' | 'unpaid'>): Int =>
  choose(isHalted(payment), remainder(payment.status, int(2)), payment.unpaid);

/** Units are in the state but while a notice runs. */
export const hasItsUnits = ({ status, state, index }: Holding & Pick<Payment, 'status'>): Bool => {
  const isSettled = or(equal(status, ACTIVE), equal(status, PAUSED_RUNNING), equal(status, int(4)));
  return and(implies(isSettled, equal(state.amount, index)), implies(not(isSettled), equal(state.amount, ZERO)));
};

/**
 * The invariant of payments: a sound genesis makes it (`findStreamProblem`), every transition keeps it. The last period
 * takes what is left, at least the amount of one.
 */
export const isSound = (payment: Payment): Bool =>
  and(
    isSoundHolding(payment),
    hasItsUnits(payment),
    between(0, payment.status, 6),
    between(1, payment.unpaid, 32_767),
    between(500_000_000, payment.next, (1n << 39n) - 1n),
    atMost(leastOf(payment.asset), payment.amount),
    less(payment.amount, power(LAYOUTS[payment.asset].amount[1] * 8 - 1)),
    atMost(multiply(payment.unpaid, payment.amount), payment.principal),
    atMost(payment.principal, mostOf(payment.asset)),
  );

const areRecurringTerms = (product: PlanProduct): Bool =>
  and(areTerms(product), between(1, interval, 0xffff_ffff), implies(pausable, cancelable));

export const TERMS: Readonly<Record<Asset, Bool>> = {
  BCH: areRecurringTerms('RECURRING_BCH'),
  TOKEN: areRecurringTerms('RECURRING_TOKEN'),
};

/**
 * Takes the count of periods that have fallen due for a symbol, of which the lemma is a fact.
 *
 * @throws Error where the script does not compute it as the lemma has it
 */
export const withPeriods = (path: Path, payment: Payment) => {
  const fallen = variable('fallen');
  const replaced = rewriter({ ints: new Map([[scriptFallen(signed(payment.next, 5)), fallen]]) });
  const conditions = path.conditions.map(replaced.bool);
  if (conditions.every((condition, index) => condition === path.conditions[index]))
    throw new Error('The script does not compute the periods');
  const isDue = atMost(payment.next, locktime);
  const periods = choose(isDue, smaller(fallen, openOf(payment)), ZERO);
  const facts = [implies(isDue, atMost(ONE, fallen)), implies(not(isDue), atMost(fallen, ZERO))];
  const assumed = [TERMS[payment.asset], isSound(payment), ...facts];
  return { periods, fallen, assumed, conditions, given: [...assumed, ...conditions] };
};

export const { nameOf, pathsOf, group } = planCovenant(
  (asset) => (asset === 'BCH' ? 'plan-recurring-bch' : 'plan-recurring-token'),
  LAYOUTS,
);

/** Address, category, index, recipient and amount stay, and what is not paid. */
export const goesOnAs = (before: Payment, after: Payment, paid: Int, isPending = false): Bool =>
  and(
    goesOnAt(before, after, isPending),
    sameBytes(before.state.commitment, after.state.commitment, ...LAYOUTS[before.asset].amount),
    equal(after.principal, subtract(before.principal, paid)),
  );

/** What a payment that leaves periods does with state and companion at input 0. */
const paymentClaims = (asset: Asset, name: 'pay' | 'collect', path: Path) => {
  const isPending = name === 'collect';
  const before = spentAt(asset, ZERO, isPending);
  const after = paymentAt(asset, output(0), output(1));
  const { periods, given } = withPeriods(path, before);
  const due = multiply(periods, before.amount);
  const claims = {
    ...ownCompanion(before),
    'not before its time': isTimed(before),
    'exact payment': and(
      ...[atMost(ONE, periods), less(periods, before.unpaid)],
      paysRecipient(output(asset === 'BCH' ? 1 : 2), due, before),
    ),
    'the rest goes on': and(
      goesOnAs(before, after, due, isPending),
      equal(after.unpaid, subtract(before.unpaid, periods)),
      equal(after.next, add(before.next, multiply(periods, interval))),
      equal(after.status, choose(isHalted(before), add(before.status, ONE), before.status)),
      equal(after.state.amount, before.state.amount),
    ),
    'stays sound': isSound(after),
  };
  return { before, after, periods, given, claims };
};

const PAYMENT = {
  'not before its time': 'the locktime is a time, and no block holds the transaction before it',
  'exact payment': 'the recipient gets the amount of each period due at the locktime, at least one, and not the last',
  'stays sound': 'the payment that goes on satisfies the invariant again',
};

const pay = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'pay',
    {
      ...PAYMENT,
      'the rest goes on':
        'what is left goes on with the same terms, address, category and units: the counter falls, the date advances, by the periods paid; a halted payment has none open any more',
      'bounded fee':
        'the reserve pays one fee at most and keeps the floor, and pays it only for an nth of the periods left where n fees lie above the floor; the principal pays none',
      'never while a move is pending': 'no path can be taken with a state of which a move is pending',
    },
    () => [
      ...pathsOf(asset, 'pay', ZERO).flatMap((path) => {
        const { before, after, periods, given, claims } = paymentClaims(asset, 'pay', path);
        return onPath(path, given, {
          ...claims,
          'bounded fee': and(
            ...[atMost(floor, after.reserve), atMost(subtract(before.reserve, fee), after.reserve)],
            or(
              atMost(before.reserve, after.reserve),
              atMost(multiply(before.unpaid, fee), multiply(periods, subtract(before.reserve, floor))),
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
        'what is left goes on with the same terms, address, category and units, the move still pending: the counter falls, the date advances, by the periods paid; a halted payment has none open any more',
    },
    () => [
      ...pathsOf(asset, 'collect', ZERO, true).flatMap((path) => {
        const { before, after, given, claims } = paymentClaims(asset, 'collect', path);
        return onPath(path, given, {
          ...claims,
          'by the recipient': isByRecipient(before),
          'no fee': atMost(before.reserve, after.reserve),
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
        'from the date of the last period on, and only where every unpaid one may fall due, the recipient gets all that is left',
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
              ...[areAllDue(before.next, before.unpaid), atMost(before.unpaid, openOf(before))],
              paysRecipient(output(0), before.principal, before),
            ),
            'the end': endsWell(before),
          }),
        );
        return ofForm(isPending, obligations);
      }),
  );

type HasStatus = Pick<Payment, 'status'>;

/** What a stop makes of a status: pausing of an active payment, or cancelled, with the running period or without. */
export const stopsAs = (before: HasStatus, after: HasStatus, periods: Int): Bool =>
  or(
    and(pausable, equal(before.status, ACTIVE), equal(after.status, PAUSING)),
    and(
      cancelable,
      or(
        and(equal(before.status, ACTIVE), equal(after.status, CANCELLED)),
        and(isHalted(before), equal(after.status, add(before.status, int(2), periods))),
      ),
    ),
  );

const stop = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'stop',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only beside the sender's coin at input 0, which is not a payment of the plan, and of a payment that is not under notice; a pause only of an active one, if it can be paused, else a cancel, if it can be cancelled",
      'exact payment':
        'the recipient gets the amount of each period due at the locktime; never all, so that the last one is paid at its date',
      'the rest waits':
        'all else stays in the payment, without units: the counter falls, the date advances, by the periods paid, and a move that is pending ends',
      'stays sound':
        'the payment under notice satisfies the invariant again; its reserve is at least what it was, and the fill',
      'its clock':
        'all of its units go to one output at the universal clock, whose satoshis are the floor, in token mode 1,000 less',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = paymentAt(asset, slots.state, slots.companion);
        const obligations = pathsOf(asset, 'stop', index, isPending).flatMap((path) => {
          const { periods, given } = withPeriods(path, before);
          const due = multiply(periods, before.amount);
          return onPath(path, given, {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(
              senderConsents(before),
              equal(before.state.amount, before.index),
              stopsAs(before, after, periods),
            ),
            'exact payment': and(
              less(periods, before.unpaid),
              implies(less(ZERO, periods), paysRecipient(slots.recipient, due, before)),
            ),
            'the rest waits': and(
              goesOnAs(before, after, due),
              equal(after.unpaid, subtract(before.unpaid, periods)),
              equal(after.next, add(before.next, multiply(periods, interval))),
              equal(after.state.amount, ZERO),
            ),
            'stays sound': and(isSound(after), atMost(larger(before.reserve, fill), after.reserve)),
            'its clock': and(
              isClock(slots.clock, before.state.amount, before.state),
              equal(slots.clock.value, endFeeOf(asset)),
            ),
          });
        });
        return ofForm(isPending, obligations);
      }),
  );

const settle = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'settle',
    {
      'after the notice':
        'only of a payment that is pausing, beside its own clock, which is `notice` blocks old at least',
      'all stays':
        'the payment goes on with its units, principal, counter and date, of which one period more may fall due; the reserve loses nothing',
      'stays sound': 'the payment that is paused satisfies the invariant again',
      'the clock pays':
        'state and companion keep their satoshis: a settling takes at most those of the clock, made by anyone',
    },
    () => {
      const before = paymentAt(asset, input(0, LAYOUTS[asset].length), input(1));
      const after = paymentAt(asset, output(0), output(1));
      const clock = input(asset === 'BCH' ? 1 : 2);
      return pathsOf(asset, 'settle', ZERO).flatMap((path) =>
        onPath(path, [TERMS[asset], isSound(before), ...path.conditions, ...clockDemands(clock)], {
          ...ownCompanion(before),
          'after the notice': and(equal(before.status, PAUSING), isOwnClock(clock, before), hasAge(clock)),
          'all stays': and(
            goesOnAs(before, after, ZERO),
            equal(after.status, PAUSED_RUNNING),
            equal(after.unpaid, before.unpaid),
            equal(after.next, before.next),
            equal(after.state.amount, before.index),
            atMost(before.reserve, after.reserve),
          ),
          'stays sound': isSound(after),
          'the clock pays': and(
            atMost(before.state.value, after.state.value),
            atMost(before.companion?.value ?? ZERO, after.companion?.value ?? ZERO),
          ),
        }),
      );
    },
  );

const resume = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'resume',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only beside the sender's coin at input 0, which is not a payment of the plan, and of a payment that is paused",
      'exact payment': 'a period that was running is paid, whole',
      'the rest goes on':
        'all else goes on, active, with its units; the next period falls due an interval after the locktime, and a move that is pending ends',
      'stays sound': 'the payment that goes on satisfies the invariant again; the reserve loses nothing',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = paymentAt(asset, slots.state, slots.companion);
        const periods = choose(equal(before.status, PAUSED_RUNNING), ONE, ZERO);
        const due = multiply(periods, before.amount);
        const obligations = pathsOf(asset, 'resume', index, isPending).flatMap((path) =>
          onPath(path, [TERMS[asset], isSound(before), ...path.conditions], {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(senderConsents(before), between(3, before.status, 4)),
            'exact payment': implies(equal(periods, ONE), paysRecipient(slots.recipient, before.amount, before)),
            'the rest goes on': and(
              goesOnAs(before, after, due),
              equal(after.status, ACTIVE),
              equal(after.unpaid, subtract(before.unpaid, periods)),
              equal(after.next, add(locktime, interval)),
              equal(after.state.amount, before.state.amount),
            ),
            'stays sound': and(isSound(after), atMost(before.reserve, after.reserve)),
          }),
        );
        return ofForm(isPending, obligations);
      }),
  );

/** Whether a notice is that of a cancel. */
export const wasCancelled = ({ status }: HasStatus): Bool => or(...[2, 5, 6].map((each) => equal(status, int(each))));

const refund = (asset: Asset): ClaimGroup =>
  refundClaims(asset, {
    pathsOf,
    group,
    of: 'a payment that is cancelled',
    before: () => paymentAt(asset, input(0, LAYOUTS[asset].length), input(1)),
    given: (before) => [TERMS[asset], isSound(before)],
    isEnded: (before) => [wasCancelled(before)],
  });

/** All claims about the recurring covenants. */
export const planRecurring: readonly ClaimGroup[] = (['BCH', 'TOKEN'] as const).flatMap((asset) => [
  pay(asset),
  collect(asset),
  end(asset),
  stop(asset),
  settle(asset),
  resume(asset),
  refund(asset),
  sweepOf(nameOf(asset), LAYOUTS[asset].length),
]);
