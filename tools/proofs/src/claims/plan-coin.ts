import { planFeeLimits, type FeeLimits, type PlanFeeLimits, type PlanProduct } from '@weir/contracts';
import { execute, given, type Path } from '../execute/execute.js';
import { and, atMost, equal, implies, less, not, or, TRUE } from '../terms/bool.js';
import { same, whole } from '../terms/bytes.js';
import { add, choose, field, int, lengthOf, ONE, power, read, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { Obligation } from './claim.js';
import {
  between,
  CLOCK_LOCK,
  hasNoToken,
  input,
  isLockedTo,
  isMutable,
  isPositiveIn,
  noTokensIn,
  output,
  sameBytes,
  unsignedAt,
  type Place,
} from './reading.js';

/** What the streams of a plan hold. */
export type Asset = 'BCH' | 'TOKEN';

/** Parameters that all plans have. */
export const notice = variable('notice');
/** Satoshis that a payment may take from the reserve while something is left. */
export const fee = variable('fee');
/** Satoshis that an end may take, and that payments leave in the reserve. */
export const floor = variable('floor');
export const fill = variable('fill');
export const sender = whole(given('sender'));

/** The smallest payment: what no node takes for dust, or one unit. */
export const leastOf = (asset: Asset): Int => int(asset === 'BCH' ? 576 : 1);
const MOST: Readonly<Record<Asset, bigint>> = { BCH: 2_100_000_000_000_000n, TOKEN: (1n << 63n) - 1n };
export const mostOf = (asset: Asset): Int => int(MOST[asset]);

/** Bytes of a commitment behind the recipient while a move is pending: hash160 of the new locking bytecode. */
export const MOVE = 20;

/** Blocks between the announcement of a move and its end. */
export const delay = variable('delay');

/** The two forms of a state: as it is, and while a move is pending. */
export const FORMS = [false, true] as const;

/** What a claim about a state while a move is pending is called. */
export const ofForm = (isPending: boolean, obligations: readonly Obligation[]): readonly Obligation[] =>
  isPending ? obligations.map((each) => ({ ...each, name: `while a move is pending, ${each.name}` })) : obligations;

/** What the claims about payments while a move is pending say beside those about others. */
export const COLLECT = {
  'by the recipient': 'only beside a coin of the recipient as the last input, whose address they are moving from',
  'no fee': 'neither reserve nor principal pays for it',
  'only while a move is pending': 'no path can be taken with another state',
} as const;

/** The claim that none of the paths can be taken. */
export const neverTaken = (name: string, paths: readonly Path[]): Obligation => ({
  name,
  given: [],
  goal: not(or(...paths.map(({ conditions }) => and(...conditions)))),
});

/** Places in a commitment, by the comment at the top of each source. */
export interface Layout {
  /** Where no move is pending. */
  readonly length: number;
  /** Undefined in token mode, where all satoshis of the state are the reserve. */
  readonly reserve: number | undefined;
  readonly recipient: number;
}

/** A stream's coins or outputs: its state, and in token mode its companion, the next one. */
export interface Holding {
  readonly asset: Asset;
  readonly layout: Layout;
  readonly state: Place;
  readonly companion: Place | undefined;
  readonly index: Int;
  readonly reserve: Int;
  readonly principal: Int;
}

export const holdingAt = (asset: Asset, layout: Layout, state: Place, companion: Place): Holding => {
  const reserve = layout.reserve === undefined ? state.value : unsignedAt(state.commitment, layout.reserve, 3);
  return {
    asset,
    layout,
    state,
    companion: asset === 'BCH' ? undefined : companion,
    index: unsignedAt(state.commitment, 0, 2),
    reserve,
    principal: asset === 'BCH' ? subtract(state.value, reserve) : companion.amount,
  };
};

/** A number of a commitment as scripts read it: with a sign. */
export const signed = (value: Int, length: number): Int => {
  const sign = power(length * 8 - 1);
  return choose(less(value, sign), value, subtract(sign, value));
};

/** The principal in the script's own words. */
export const scriptPrincipal = ({ asset, state, principal, reserve }: Holding): Int =>
  asset === 'BCH' ? subtract(state.value, signed(reserve, 3)) : principal;

/** In token mode: the coin behind the state is the output behind it in its own transaction. */
export const isOwnCompanion = ({ state, companion }: Holding): Bool => {
  if (companion === undefined) return TRUE;
  const hashOf = ({ index }: Place) => whole(read('outpointHash', index));
  return and(
    same(hashOf(companion), hashOf(state)),
    equal(field('outpointIndex', companion.index), add(field('outpointIndex', state.index), ONE)),
  );
};

/** The claim that it is so, where there is a companion. */
export const ownCompanion = (holding: Holding): Readonly<Record<string, Bool>> =>
  holding.companion === undefined ? {} : { 'its own companion': isOwnCompanion(holding) };

/**
 * Satoshis of the floor that an end, a settle or a refund may take for its fee, and that a finish takes: in token mode without what goes
 * with a payment.
 */
export const endFeeOf = (asset: Asset): Int => (asset === 'BCH' ? floor : subtract(floor, int(1_000)));

const isWithin = (value: Int, { least, most }: FeeLimits): Bool => between(int(least), value, most);

/** What an announcement may say of fees, notices and moves, in seconds or by the calendar. */
export const areSharedTerms = (limits: PlanFeeLimits): Bool =>
  and(
    ...[isWithin(fee, limits.fee), isWithin(floor, limits.floor), atMost(fee, floor)],
    ...[between(0, notice, 65_535), between(0, delay, 65_535)],
  );

/** What an announcement of a plan may say (`findPlanTermsProblem`). */
export const areTerms = (product: PlanProduct): Bool => {
  const limits = planFeeLimits(product);
  return and(
    ...[isWithin(fee, limits.fee), isWithin(floor, limits.floor)],
    ...[atMost(fee, floor), atMost(floor, fill), atMost(fill, int(8_388_607)), between(0, notice, 65_535)],
    between(0, delay, 65_535),
  );
};

/** What holds of every stream's coins from a sound genesis on. */
export const isSoundHolding = ({ asset, state, companion, index, reserve, principal }: Holding): Bool =>
  and(
    between(1, index, 32_767),
    atMost(floor, reserve),
    asset === 'BCH' ? isPositiveIn(reserve, 3) : TRUE,
    atMost(ONE, principal),
    isMutable(state),
    or(equal(state.amount, index), equal(state.amount, ZERO)),
    // An immutable NFT looks to a script like fungible tokens alone.
    companion === undefined ? TRUE : and(equal(companion.kind, ONE), atMost(int(1_000), companion.value)),
  );

/**
 * What holds of a stream beside the invariant while a move is pending: its announcement has put the fee of the finish into the reserve,
 * and a payment meanwhile takes nothing from it.
 */
export const holdsItsFee = ({ asset, reserve }: Holding): Bool => atMost(add(floor, endFeeOf(asset)), reserve);

/** An output pays the recipient an amount, and nothing that does not belong. */
export const paysRecipient = (to: Place, amount: Int, { asset, companion, state, layout }: Holding): Bool =>
  and(
    isLockedTo(to, state.commitment, layout.recipient),
    asset === 'BCH' || companion === undefined
      ? and(equal(to.value, amount), hasNoToken(to))
      : and(equal(to.amount, amount), same(to.category, companion.category), atMost(int(1_000), to.value)),
  );

/** Bytes of a state's commitment. */
export const lengthOfForm = ({ length }: Pick<Layout, 'length'>, isPending: boolean): number =>
  isPending ? length + MOVE : length;

export const hasForm = ({ state, layout }: Holding, isPending: boolean): Bool =>
  equal(lengthOf(state.commitment), int(lengthOfForm(layout, isPending)));

/** The last input is a coin of the recipient, at the address that payments go to. */
export const isByRecipient = ({ state, layout }: Holding): Bool =>
  isLockedTo(input(subtract(field('inputCount'), ONE)), state.commitment, layout.recipient);

/** A holding goes on at outputs: address, category, index, recipient, companion; with a pending move only where it is said. */
export const goesOnAt = (before: Holding, after: Holding, isPending = false): Bool =>
  and(
    sameBytes(before.state.commitment, after.state.commitment, 0, 2),
    sameBytes(before.state.commitment, after.state.commitment, before.layout.recipient, isPending ? 20 + MOVE : 20),
    hasForm(after, isPending),
    same(after.state.lock, before.state.lock),
    same(after.state.category, before.state.category),
    before.companion === undefined || after.companion === undefined
      ? TRUE
      : and(
          same(after.companion.lock, before.companion.lock),
          same(after.companion.category, before.companion.category),
          atMost(before.companion.value, after.companion.value),
        ),
  );

/** Where a transition that the sender signs has its outputs: the state at input i. */
export const slotsAt = (asset: Asset, index: Int) => {
  const first = asset === 'BCH' ? subtract(add(index, index, index), int(2)) : subtract(add(index, index), ONE);
  const behind = (count: number) => output(add(first, int(count)));
  return asset === 'BCH'
    ? { state: behind(0), companion: behind(0), clock: behind(1), recipient: behind(2) }
    : { state: behind(0), companion: behind(1), clock: behind(2), recipient: behind(3) };
};

/** The sender's coin is input 0, and does not hold a state of the plan. */
export const senderConsents = ({ state }: Holding): Bool =>
  and(same(input(0).lock, sender), not(same(input(0).category, state.category)));

/** An output is the clock of a state: all of its units, locked by the universal script. */
export const isClock = (clock: Place, units: Int, state: Place): Bool =>
  and(
    same(clock.lock, CLOCK_LOCK),
    equal(clock.kind, ONE),
    same(clock.id, state.id),
    equal(clock.amount, units),
    less(ZERO, clock.amount),
  );

/** A coin behind the holding is a clock of its state, with as many units as the index says. */
export const isOwnClock = (clock: Place, { state, index }: Holding): Bool =>
  and(equal(clock.kind, ONE), same(clock.id, state.id), equal(clock.amount, index));

/**
 * The sequence number and version demand that the coin is at least `notice` blocks old: the type bit and the disable
 * bit are clear, and the low 16 bits are the number of blocks (BIP 68).
 */
export const hasAge = ({ index }: Place): Bool =>
  and(between(notice, field('sequence', index), 65_535), atMost(int(2), field('version')));

/** What an end returns to the sender at least, at output 1: where it is dust, in BCH, nothing. */
const returnsAtLeast = ({ asset }: Holding, least: Int): Bool => {
  const returned = and(same(output(1).lock, sender), atMost(least, output(1).value));
  return asset === 'BCH' ? implies(atMost(int(576), least), returned) : returned;
};

/**
 * An end burns NFT and units, and returns to the sender what is left of the reserve, the floor less: beside its clock where
 * it was under notice, with the clock's satoshis.
 */
export const endsWell = (before: Holding): Bool => {
  const { asset, state, companion, reserve } = before;
  const clock = input(asset === 'BCH' ? 1 : 2);
  const back = add(subtract(reserve, floor), companion?.value ?? ZERO);
  return and(
    asset === 'BCH' ? noTokensIn(0, 3) : noTokensIn(1, 3),
    returnsAtLeast(before, back),
    implies(
      equal(state.amount, ZERO),
      and(equal(clock.kind, ONE), same(clock.id, state.id), returnsAtLeast(before, add(back, clock.value))),
    ),
  );
};

/** A refund pays the sender the principal and everything else but {@link endFeeOf}, and burns NFT and units. */
export const refundsAll = ({ asset, state, companion }: Holding, clock: Place): Bool => {
  const back = output(0);
  const least = subtract(add(state.value, companion?.value ?? ZERO, clock.value), endFeeOf(asset));
  return and(
    same(back.lock, sender),
    atMost(least, back.value),
    companion === undefined
      ? noTokensIn(0, 2)
      : and(
          equal(field('outputCount'), ONE),
          same(back.category, companion.category),
          equal(back.amount, companion.amount),
        ),
  );
};

/**
 * What the script of a clock demands of the transaction that spends it. Of a plan's category only states and clocks
 * exist (the invariant of its units), so a coin of it without an NFT is a clock.
 */
export const clockDemands = (clock: Place): readonly Bool[] => {
  const [path] = execute(artifactOf('plan-clock'), 'spend', { activeIndex: clock.index });
  return path?.conditions ?? [];
};

/**
 * The locktime is a time, and binding: a block holds the transaction only once its median time past is later. So what
 * is paid by the locktime has been earned.
 */
export const isTimed = ({ state }: Holding): Bool =>
  and(atMost(int(500_000_000), field('locktime')), not(equal(field('sequence', state.index), int(0xffff_ffff))));
