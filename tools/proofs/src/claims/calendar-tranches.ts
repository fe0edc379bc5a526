import { calendarFeeLimits } from '@weir/contracts';
import type { Path } from '../execute/execute.js';
import { and, atMost, equal, implies, less, not, or } from '../terms/bool.js';
import { concat, same, slice, whole } from '../terms/bytes.js';
import { add, field, int, lengthOf, ONE, power, subtract, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
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
  neverTaken,
  notice,
  ofForm,
  ownCompanion,
  paysRecipient,
  senderConsents,
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
import { input, output, sameBytes, type Place } from './reading.js';
import { locktime } from './recurring-periods.js';
import {
  isOfList,
  isOfSoundList,
  LIST_LOOP,
  listLemma,
  listTurns,
  SHOWN,
  SHOWN_FORM,
  showsTooLittle,
} from './tranche-lists.js';

interface ListLayout extends Layout {
  /** Of 32 bytes. */
  readonly list: number;
}

const LAYOUTS: Readonly<Record<Asset, ListLayout>> = {
  BCH: { length: 57, reserve: 2, list: 5, recipient: 37 },
  TOKEN: { length: 54, reserve: undefined, list: 2, recipient: 34 },
};
const HASH = 32;

const listAt = (asset: Asset, state: Place, companion: Place): Holding =>
  holdingAt(asset, LAYOUTS[asset], state, companion);

const spentAt = (asset: Asset, index: Int, isPending: boolean): Holding =>
  listAt(asset, input(index, lengthOfForm(LAYOUTS[asset], isPending)), input(add(index, ONE)));

/** The invariant of lists: a sound genesis makes it (`findCalendarStreamProblem`), every transition keeps it. */
const isSound = (holding: Holding): Bool => and(isSoundHolding(holding), less(holding.principal, power(55)));

const NAMES = { BCH: 'tranches-bch', TOKEN: 'tranches-token' } as const;

const { pathsOf, group } = planCovenant((asset) => NAMES[asset], LAYOUTS, SHOWN_FORM);
/** The same for an argument of any form. */
const anyShown = planCovenant((asset) => NAMES[asset], LAYOUTS, { loop: LIST_LOOP });

const SOUND_LIST =
  'Assumed: each tranche of the list is sound, as the genesis check has it: its date is a time, and it pays the smallest payment at least';

/** The claims about lists of one asset. */
const lists = (asset: Asset): readonly ClaimGroup[] => {
  const { list } = LAYOUTS[asset];
  const terms = [areSharedTerms(calendarFeeLimits(`TRANCHES_${asset}`)), atMost(locktime, int(0xffff_ffff))];

  const givenOf = (path: Path, before: Holding): readonly Bool[] => [
    ...[...terms, isSound(before), isOfSoundList(before.principal, leastOf(asset))],
    ...path.conditions,
  ];

  const onDate = (path: Path, before: Holding): Readonly<Record<string, Bool>> => ({
    ...ownCompanion(before),
    'of its list': isOfList(path, before.state.commitment, list),
    'not before its time': isTimed(before),
    'on its date': atMost(SHOWN.date, locktime),
  });

  const paymentClaims = (of: 'pay' | 'collect', path: Path) => {
    const isPending = of === 'collect';
    const before = spentAt(asset, ZERO, isPending);
    const after = listAt(asset, output(0), output(1));
    const due = subtract(before.principal, SHOWN.left);
    const claims = {
      ...onDate(path, before),
      'exact payment': and(
        ...[less(ZERO, SHOWN.left), atMost(leastOf(asset), due)],
        paysRecipient(output(asset === 'BCH' ? 1 : 2), due, before),
      ),
      'the rest goes on': and(
        ...[goesOnAt(before, after, isPending), equal(after.principal, SHOWN.left)],
        same(slice(after.state.commitment, list, HASH), SHOWN.remaining),
        equal(after.state.amount, before.state.amount),
      ),
      'stays sound': and(isSound(after), atMost(leastOf(asset), after.principal)),
    };
    return { before, after, given: givenOf(path, before), claims };
  };

  const ON_DATE = {
    'of its list':
      'what is shown leads to the list of the state: the loop begins with the hash that remains and with all bytes before it, and must end with the list',
    'not before its time': `the locktime is a time, and no block holds the transaction before it. ${SOUND_LIST}`,
    'on its date': 'the locktime has reached the date of the last tranche that is shown',
  };

  const tooLittle = (called: string, isPending: boolean) => ({
    name: 'never too little',
    given: [showsTooLittle()],
    goal: not(or(...anyShown.pathsOf(asset, called, ZERO, isPending).map(({ conditions }) => and(...conditions)))),
  });

  const PAYMENT = {
    ...ON_DATE,
    'exact payment':
      'the recipient gets the principal less what the last tranche shown leaves, never less than the smallest payment, and something is left',
    'stays sound': 'the stream that goes on satisfies the invariant again, and leaves the smallest payment at least',
    'never too little': 'no path can be taken with fewer than 43 bytes, a tranche and a hash',
  };

  const pay = group(
    asset,
    'pay',
    {
      ...PAYMENT,
      'the rest goes on':
        'what is left goes on with the same address, category, units and recipient, and with the list that remains; its principal is what the last tranche shown leaves',
      'bounded fee':
        'the reserve pays a fee and a satoshi for each byte shown at most, and keeps the floor; the principal pays none',
      'never while a move is pending': 'no path can be taken with a state of which a move is pending',
    },
    () => [
      ...pathsOf(asset, 'pay', ZERO).flatMap((path) => {
        const { before, after, given, claims } = paymentClaims('pay', path);
        return onPath(path, given, {
          ...claims,
          'bounded fee': and(
            atMost(floor, after.reserve),
            atMost(subtract(before.reserve, add(fee, SHOWN.length)), after.reserve),
          ),
        });
      }),
      tooLittle('pay', false),
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
        'what is left goes on with the same address, category, units and recipient, the move still pending, and with the list that remains; its principal is what the last tranche shown leaves',
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
      tooLittle('collect', true),
      neverTaken('only while a move is pending', pathsOf(asset, 'collect', ZERO)),
    ],
  );

  const end = group(
    asset,
    'end',
    {
      ...ON_DATE,
      'exact payment':
        'the last tranche shown leaves nothing, and the recipient gets all that is left, to their lock, without a token that does not belong',
      'the end': 'NFT and units are burned, the clock ends, and the reserve less the floor returns to the sender',
      'never too little': PAYMENT['never too little'],
    },
    () =>
      FORMS.flatMap((isPending) => {
        const before = spentAt(asset, ZERO, isPending);
        const obligations = pathsOf(asset, 'end', ZERO, isPending).flatMap((path) =>
          onPath(path, givenOf(path, before), {
            ...onDate(path, before),
            'exact payment': and(equal(SHOWN.left, ZERO), paysRecipient(output(0), before.principal, before)),
            'the end': endsWell(before),
          }),
        );
        return ofForm(isPending, [...obligations, tooLittle('end', isPending)]);
      }),
  );

  const cancel = group(
    asset,
    'cancel',
    {
      'not before its time': 'the locktime is a time, and no block holds the transaction before it',
      'by the sender':
        "only with a notice, and beside the sender's coin at input 0, which is not a list of the plan; only of a stream that is not under notice",
      'the rest waits':
        'all of the principal stays in the stream, with its address, list and recipient, without units; a move that is pending ends',
      'stays sound': 'the stream under notice satisfies the invariant again; its reserve is at least what it was',
      'its clock': 'all of its units go to one output at the universal clock',
    },
    () =>
      FORMS.flatMap((isPending) => {
        const index = field('activeIndex');
        const before = spentAt(asset, index, isPending);
        const slots = slotsAt(asset, index);
        const after = listAt(asset, slots.state, slots.companion);
        const [next, said] = [after.state.commitment, before.state.commitment];
        // Equal strings have one length, which a solver does not know.
        const oneLength = implies(same(whole(next), whole(said)), equal(lengthOf(next), lengthOf(said)));
        const obligations = pathsOf(asset, 'cancel', index, isPending).flatMap((path) =>
          onPath(path, [...terms, isSound(before), oneLength, ...path.conditions], {
            ...ownCompanion(before),
            'not before its time': isTimed(before),
            'by the sender': and(less(ZERO, notice), senderConsents(before), equal(before.state.amount, before.index)),
            'the rest waits': and(
              ...[goesOnAt(before, after), equal(after.principal, before.principal), equal(after.state.amount, ZERO)],
              sameBytes(said, next, list, HASH),
            ),
            'stays sound': and(isSound(after), atMost(before.reserve, after.reserve)),
            'its clock': isClock(slots.clock, before.state.amount, before.state),
          }),
        );
        return ofForm(isPending, obligations);
      }),
  );

  const refund = refundClaims(asset, {
    pathsOf,
    group,
    of: 'a stream under notice',
    before: () => spentAt(asset, ZERO, false),
    given: (before) => [...terms, isSound(before)],
  });

  const moving = movingOf({ pathsOf, group, spentAt, holdingAt: listAt, isSound, termsOf: () => and(...terms) });

  /** Tranches of the list, on the date of the last one. */
  const shownOf = (called: string, isPending: boolean) => {
    const before = spentAt(asset, ZERO, isPending);
    const paths = pathsOf(asset, called, ZERO, isPending);
    return {
      before,
      assumed: [...terms, isSound(before), isOfSoundList(before.principal, leastOf(asset))],
      paths: paths.map(({ conditions }) => conditions),
      when: [
        ...paths.slice(0, 1).map((path) => isOfList(path, before.state.commitment, list)),
        atMost(SHOWN.date, locktime),
      ],
    };
  };

  const lastOfAll = (isPending: boolean, beside: Beside): Exit => {
    const made = shownOf('end', isPending);
    const { state, index } = made.before;
    return endOf({ ...made, when: [...made.when, equal(state.amount, index), equal(SHOWN.left, ZERO)], beside });
  };

  /** Any tranches that leave something, also under notice. */
  const some = (of: 'pay' | 'collect', beside: Beside): Exit => {
    const made = shownOf(of, of === 'collect');
    const { principal, state } = made.before;
    const behind = list + HASH;
    return paymentOf({
      ...made,
      when: [...made.when, less(ZERO, SHOWN.left)],
      beside,
      due: subtract(principal, SHOWN.left),
      commitment: concat(
        concat(slice(state.commitment, 0, list), SHOWN.remaining),
        slice(state.commitment, behind, lengthOfForm(LAYOUTS[asset], of === 'collect') - behind),
      ),
    });
  };

  const cancelled = (isPending: boolean): Exit => {
    const before = spentAt(asset, ONE, isPending);
    const { commitment } = before.state;
    const { length, reserve } = LAYOUTS[asset];
    return stopOf({
      before,
      assumed: [...terms, isSound(before)],
      paths: pathsOf(asset, 'cancel', ONE, isPending).map(({ conditions }) => conditions),
      when: [less(ZERO, notice), equal(before.state.amount, before.index)],
      commitment:
        reserve === undefined ? slice(commitment, 0, length) : withBytes(before, [reserve, 3], before.reserve),
      reserve: before.reserve,
    });
  };

  const refunded = (): Exit => {
    const before = spentAt(asset, ZERO, false);
    return refundOf(asset, before, [...terms, isSound(before)], pathsOf(asset, 'refund', ZERO));
  };

  const exits = exitsOf(
    NAMES[asset],
    asset,
    'a list ends from the date of its last tranche on, also while a move is pending; tranches are paid at their dates, also under notice, beside any coin with change or without, and while a move is pending beside the recipient’s; the sender cancels, also while a move is pending, and anybody refunds by its clock, old enough. Assumed: what is shown leads to the list',
    () => ({
      'the last tranches': lastOfAll(false, 'nothing'),
      'the last tranches beside anybody’s coin, with change': lastOfAll(false, 'help'),
      'the last tranches while a move is pending': lastOfAll(true, 'nothing'),
      'tranches beside a coin': some('pay', 'coin'),
      'tranches beside anybody’s coin, with change': some('pay', 'help'),
      'tranches beside the recipient’s coin while a move is pending': some('collect', 'recipient'),
      'a cancel': cancelled(false),
      'a cancel while a move is pending': cancelled(true),
      'the refund of a cancelled stream': refunded(),
      ...moveExits(asset, moving),
    }),
  );

  return [
    ...[listTurns(NAMES[asset]), pay, collect, end, cancel, refund],
    ...movesOf(moving, asset),
    exits,
    sweepOf(NAMES[asset], LAYOUTS[asset].length),
    hiddenCodesOf(NAMES[asset]),
  ];
};

/** All claims about lists of tranches. */
export const calendarTranches: readonly ClaimGroup[] = [listLemma, ...lists('BCH'), ...lists('TOKEN')];

/** Their covenants, and where a commitment has the recipient. */
export const LIST_PLACES = (['BCH', 'TOKEN'] as const).map(
  (asset) => [NAMES[asset], LAYOUTS[asset].recipient] as const,
);
