import type { Path } from '../execute/execute.js';
import { and, atMost, equal, less, not, or, TRUE } from '../terms/bool.js';
import { concat, isShortestBytes, literal, numberOf, same, slice, split, whole } from '../terms/bytes.js';
import { add, field, int, lengthOf, ONE, read, subtract, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import {
  delay,
  endFeeOf,
  FORMS,
  hasForm,
  holdsItsFee,
  MOVE,
  neverTaken,
  ofForm,
  ownCompanion,
  type Asset,
  type Holding,
} from './plan-coin.js';
import * as recurring from './plan-recurring.js';
import * as vesting from './plan-vesting.js';
import { between, input, isLockedTo, output, sameBytes, type Place } from './reading.js';

/** A kind of plans as the claims about moves read it: they are the same for all of a state but the recipient. */
export interface Moving {
  readonly pathsOf: (asset: Asset, name: string, activeIndex: Int, isPending?: boolean) => readonly Path[];
  readonly group: (
    asset: Asset,
    of: string,
    claims: ClaimGroup['claims'],
    obligations: ClaimGroup['obligations'],
  ) => ClaimGroup;
  readonly spentAt: (asset: Asset, index: Int, isPending: boolean) => Holding;
  /** The invariant, and that the terms are sound. */
  readonly isSoundSpent: (asset: Asset, index: Int, isPending: boolean) => Bool;
  readonly isSoundAt: (asset: Asset, state: Place, companion: Place) => Bool;
  readonly holdingAt: (asset: Asset, state: Place, companion: Place) => Holding;
}

/** What of a kind of plans {@link Moving} is made of. */
interface MovingKind<Of extends Holding> extends Pick<Moving, 'pathsOf' | 'group'> {
  readonly spentAt: (asset: Asset, index: Int, isPending: boolean) => Of;
  readonly holdingAt: (asset: Asset, state: Place, companion: Place) => Of;
  readonly isSound: (of: Of) => Bool;
  readonly termsOf: (asset: Asset) => Bool;
}

/** Returns a kind of plans as claims about moves, and exits, read it. */
export const movingOf = <Of extends Holding>({ isSound, termsOf, ...kind }: MovingKind<Of>): Moving => ({
  ...kind,
  isSoundSpent: (asset, index, isPending) => {
    const spent = kind.spentAt(asset, index, isPending);
    return and(termsOf(asset), isSound(spent), isPending ? holdsItsFee(spent) : TRUE);
  },
  isSoundAt: (asset, state, companion) => isSound(kind.holdingAt(asset, state, companion)),
});

export const MOVING: Readonly<Record<'vesting' | 'recurring', Moving>> = {
  vesting: movingOf({ ...vesting, holdingAt: vesting.streamAt, termsOf: (asset) => vesting.TERMS[asset] }),
  recurring: movingOf({ ...recurring, holdingAt: recurring.paymentAt, termsOf: (asset) => recurring.TERMS[asset] }),
};

/** A place has everything that another one has, but for a commitment, and so many satoshis more. */
const isSamePlace = (after: Place, before: Place, more: Int): Bool =>
  and(
    ...[same(after.lock, before.lock), same(after.category, before.category)],
    ...[equal(after.amount, before.amount), equal(after.value, add(before.value, more))],
  );

/** Of a commitment everything before the recipient stays, but a reserve that it says. */
const saysBut = ({ layout, state: before }: Holding, { state: after }: Holding): Bool => {
  const { reserve, recipient } = layout;
  if (reserve === undefined) return sameBytes(before.commitment, after.commitment, 0, recipient);
  const behind = reserve + 3;
  return and(
    sameBytes(before.commitment, after.commitment, 0, reserve),
    sameBytes(before.commitment, after.commitment, behind, recipient - behind),
  );
};

/** All stays at the same places, the principal too; the reserve has so many satoshis more. */
const staysBut = (before: Holding, after: Holding, more: Int): Bool =>
  and(
    ...[isSamePlace(after.state, before.state, more), saysBut(before, after)],
    equal(after.reserve, add(before.reserve, more)),
    before.companion === undefined || after.companion === undefined
      ? TRUE
      : isSamePlace(after.companion, before.companion, ZERO),
  );

const recipientOf = ({ state, layout }: Holding): Bytes => slice(state.commitment, layout.recipient, 20);
/** The hash behind the recipient's. */
const namedIn = ({ state, layout }: Holding): Bytes => slice(state.commitment, layout.length, MOVE);

/** The output that the locktime numbers. */
const notice = output(field('locktime'));
/** The address that an announcement names: all but the first 9 bytes of the notice. */
const announced = split(notice.lock, int(9));
const [HEAD, WORDS] = [Uint8Array.of(0x6a, 0x4c), Uint8Array.of(0x57, 0x45, 0x49, 0x52, 1, 25)];

/** The bits that the first bytes of data, 6a, and of a token, ef, share: an output that begins so pays nobody. */
const UNPAID = literal(Uint8Array.of(0x6a));

/** The notice is one push that nobody can spend: WEIR, 1, 25 and an address of 35 bytes at most, which is not one like this or a token. */
const isNotice = (): Bool => {
  const length = subtract(lengthOf(notice.lockAtom), int(9));
  const head = concat(concat(literal(HEAD), whole({ kind: 'encoded', value: add(length, int(6)) })), literal(WORDS));
  const first = split(announced.right, ONE).left;
  return and(
    ...[same(announced.left, head), atMost(length, int(35))],
    not(same(whole({ kind: 'bitwise', operation: 'and', left: first, right: UNPAID }), UNPAID)),
  );
};

/** The type of a key's signature, the byte behind it, has the lowest two bits of ALL: not those of NONE or SINGLE. */
const coversAllOutputs = (): Bool => {
  const pushes = whole(read('inputBytecode', ZERO));
  const type = split(split(pushes, numberOf(split(pushes, ONE).left)).right, ONE).left;
  const bit = whole({ kind: 'bitwise', operation: 'and', left: type, right: literal(Uint8Array.of(3)) });
  return or(not(equal(lengthOf(input(0).lockAtom), int(25))), and(isShortestBytes(bit), equal(numberOf(bit), ONE)));
};

const isLocked = ({ state }: Holding, least: Int): Bool =>
  and(between(least, field('sequence', state.index), 65_535), atMost(int(2), field('version')));

const announce = (moving: Moving, asset: Asset): ClaimGroup =>
  moving.group(
    asset,
    'announce',
    {
      'by the recipient': 'only beside a coin at input 0 that is locked like the recipient, whom payments go to',
      'by a signature for all outputs':
        'a coin with a lock of 25 bytes, such as a key’s, is unlocked by a signature whose type covers all outputs',
      'at no time':
        'the locktime is below the number of outputs, so it is not a time (500,000,000 or more), which every act of a sender and every payment needs',
      'the address is named':
        'the output that the locktime numbers is a push of WEIR, 1, 25 and an address of 35 bytes at most, which nodes can pay; the new bytes of the state are its hash',
      'only the named address is new':
        'state and companion stay at outputs of the same number, with lock, category, amounts and satoshis; of the commitment everything stays, the recipient too; the reserve has exactly the fee of a finish more, and the principal is what it was',
      'once a block':
        'the state is in a block, by a sequence number of exactly one, of plan terms that let streams move, not under notice',
      'stays sound':
        'the state satisfies the invariant again, its move is pending, and its reserve holds the fee of a finish',
    },
    () => {
      const index = field('activeIndex');
      return FORMS.flatMap((isPending) => {
        const before = moving.spentAt(asset, index, isPending);
        const [state, companion] = [output(index), output(add(index, ONE))];
        const after = moving.holdingAt(asset, state, companion);
        const obligations = moving.pathsOf(asset, 'announce', index, isPending).flatMap((path) =>
          onPath(path, [moving.isSoundSpent(asset, index, isPending), ...path.conditions], {
            ...ownCompanion(before),
            'by the recipient': isLockedTo(input(0), before.state.commitment, before.layout.recipient),
            'by a signature for all outputs': coversAllOutputs(),
            'at no time': less(field('locktime'), field('outputCount')),
            'the address is named': and(
              isNotice(),
              same(namedIn(after), whole({ kind: 'hash', function: 'hash160', of: announced.right })),
            ),
            'only the named address is new': and(
              staysBut(before, after, endFeeOf(asset)),
              sameBytes(before.state.commitment, after.state.commitment, before.layout.recipient, 20),
            ),
            'once a block': and(
              ...[equal(field('sequence', before.state.index), ONE), atMost(int(2), field('version'))],
              ...[less(ZERO, delay), equal(before.state.amount, before.index)],
            ),
            'stays sound': and(moving.isSoundAt(asset, state, companion), hasForm(after, true), holdsItsFee(after)),
          }),
        );
        return ofForm(isPending, obligations);
      });
    },
  );

const finish = (moving: Moving, asset: Asset): ClaimGroup =>
  moving.group(
    asset,
    'finish',
    {
      'after the delay':
        'the state is `delay` blocks old at least, since it was announced or last paid, unless the address named is the old one',
      'to the address named': 'the recipient is then the hash that was announced, and no move is pending',
      'only the recipient changes':
        'state and companion stay at outputs of the same number, with lock, category, amounts and satoshis; of the commitment everything else stays; the reserve has exactly the fee less that the announcement has put into it, and the principal is what it was',
      'behind no stream': 'it is at input 0 itself, or input 0 is not a stream of the plan',
      'stays sound': 'the state satisfies the invariant again',
      'only while a move is pending': 'no path can be taken with another state',
    },
    () => {
      const index = field('activeIndex');
      const before = moving.spentAt(asset, index, true);
      const [state, companion] = [output(index), output(add(index, ONE))];
      const after = moving.holdingAt(asset, state, companion);
      return [
        ...moving.pathsOf(asset, 'finish', index, true).flatMap((path) =>
          onPath(path, [moving.isSoundSpent(asset, index, true), ...path.conditions], {
            ...ownCompanion(before),
            'after the delay': or(same(namedIn(before), recipientOf(before)), isLocked(before, delay)),
            'to the address named': and(same(recipientOf(after), namedIn(before)), hasForm(after, false)),
            'only the recipient changes': staysBut(before, after, subtract(ZERO, endFeeOf(asset))),
            'behind no stream': or(equal(index, ZERO), not(same(input(0).category, before.state.category))),
            'stays sound': moving.isSoundAt(asset, state, companion),
          }),
        ),
        neverTaken('only while a move is pending', moving.pathsOf(asset, 'finish', index)),
      ];
    },
  );

/** The claims about moves of another kind of plans. */
export const movesOf = (moving: Moving, asset: Asset): readonly ClaimGroup[] => [
  announce(moving, asset),
  finish(moving, asset),
];

/** All claims about moves to another address; payments meanwhile are with the other payments. */
export const planMoves: readonly ClaimGroup[] = Object.values(MOVING).flatMap((moving) =>
  (['BCH', 'TOKEN'] as const).flatMap((asset) => [announce(moving, asset), finish(moving, asset)]),
);
