import type { Allocation } from '@weir/contracts';
import { and, atMost, equal, implies, less } from '../terms/bool.js';
import {
  add,
  choose,
  divide,
  int,
  larger,
  multiply,
  ONE,
  remainder,
  smaller,
  subtract,
  variable,
  ZERO,
} from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { between } from './reading.js';

/** The numbers that what has vested of a grant depends on. */
interface Vesting {
  readonly total: Int;
  /** Installments that have vested. */
  readonly done: Int;
  readonly count: Int;
}

const share = ({ total, count }: Vesting): Int => divide(total, count);
const rest = ({ total, count }: Vesting): Int => remainder(total, count);
const shares = (of: Vesting): Int => multiply(share(of), of.done);

/** What has vested, as the scripts compute it (`VESTED` of contracts/scripts), operation for operation. */
export const SCRIPT_VESTED: Readonly<Record<Allocation, (of: Vesting) => Int>> = {
  CUMULATIVE_ROUND_DOWN: ({ total, done, count }) => divide(multiply(total, done), count),
  CUMULATIVE_ROUNDING: ({ total, done, count }) =>
    divide(add(multiply(multiply(total, done), int(2)), count), multiply(count, int(2))),
  FRONT_LOADED: (of) => add(shares(of), smaller(rest(of), of.done)),
  BACK_LOADED: (of) => add(shares(of), larger(add(subtract(rest(of), of.count), of.done), ZERO)),
  FRONT_LOADED_TO_SINGLE_TRANCHE: (of) => subtract(of.total, multiply(subtract(of.count, of.done), share(of))),
  BACK_LOADED_TO_SINGLE_TRANCHE: (of) =>
    add(shares(of), multiply(rest(of), choose(equal(of.done, of.count), ONE, ZERO))),
};

/** What an installment is by its definition, beyond an equal share rounded down. @param rest what equal shares leave over */
type Beyond = (which: { readonly number: Int; readonly count: Int; readonly rest: Int }) => Int;

/** Allocations of whole shares: who gets what equal shares leave over, by the definitions of the Open Cap Table Format. */
const BEYOND: Readonly<Partial<Record<Allocation, Beyond>>> = {
  FRONT_LOADED: ({ number, rest: over }) => choose(atMost(number, over), ONE, ZERO),
  BACK_LOADED: ({ number, count, rest: over }) => choose(less(subtract(count, over), number), ONE, ZERO),
  FRONT_LOADED_TO_SINGLE_TRANCHE: ({ number, rest: over }) => choose(equal(number, ONE), over, ZERO),
  BACK_LOADED_TO_SINGLE_TRANCHE: ({ number, count, rest: over }) => choose(equal(number, count), over, ZERO),
};

const [total, done, count] = [variable('total'), variable('done'), variable('count')];
const isVesting = and(atMost(ONE, total), between(1, count, 32_767), between(0, done, count));

/** What lemmas say of what has vested. */
export const vestedFacts = (allocation: Allocation, vested: Int, of: Vesting): readonly Bool[] => [
  between(0, vested, of.total),
  ...(allocation === 'CUMULATIVE_ROUND_DOWN' ? [less(vested, of.total)] : []),
];

/**
 * The lemmas of whole shares. Quotient, remainder and products are symbols: of the division its definition is given, of the products that
 * they are not negative, and that `q * (done + 1) = q * done + q` and `q * count = q * done + q * (count - done)`.
 */
const wholeShares = (allocation: Allocation, beyond: Beyond): readonly Obligation[] => {
  const [equalShare, leftOver] = [variable('equalShare'), variable('leftOver')];
  const [before, after] = [variable('sharesDone'), variable('sharesAhead')];
  const next = add(done, ONE);
  const symbols = rewriter({
    ints: new Map([
      [share({ total, done, count }), equalShare],
      [rest({ total, done, count }), leftOver],
    ]),
  });
  const products = rewriter({
    ints: new Map([
      [multiply(equalShare, done), before],
      [multiply(equalShare, next), add(before, equalShare)],
      [multiply(subtract(count, done), equalShare), after],
      [multiply(subtract(count, next), equalShare), subtract(after, equalShare)],
    ]),
  });
  const vested = (by: Int): Int => products.int(symbols.int(SCRIPT_VESTED[allocation]({ total, done: by, count })));
  const installment = (number: Int): Int => add(equalShare, beyond({ number, count, rest: leftOver }));
  const given = [
    ...[isVesting, equal(total, add(before, after, leftOver)), atMost(ZERO, equalShare)],
    ...[atMost(ZERO, leftOver), less(leftOver, count), atMost(ZERO, before), atMost(ZERO, after)],
  ];
  return [
    {
      name: `${allocation}: the first installment`,
      given: [...given, equal(done, ONE), equal(before, equalShare)],
      goal: equal(vested(done), installment(done)),
    },
    {
      name: `${allocation}: each installment`,
      given: [...given, atMost(ONE, done), less(done, count)],
      goal: equal(subtract(vested(next), vested(done)), installment(next)),
    },
    {
      name: `${allocation}: all of it`,
      given: [...given, equal(done, count), equal(after, ZERO)],
      goal: equal(vested(done), total),
    },
    {
      name: `${allocation}: within the total`,
      given: [...given, atMost(ONE, done)],
      goal: between(0, vested(done), total),
    },
  ];
};

/**
 * The lemmas of cumulative shares. What has vested is a symbol, as are the products, of which the definition of a division is given; and
 * that a larger factor makes a larger product.
 */
const cumulative = (allocation: 'CUMULATIVE_ROUND_DOWN' | 'CUMULATIVE_ROUNDING'): readonly Obligation[] => {
  const isRounding = allocation === 'CUMULATIVE_ROUNDING';
  const parts = isRounding ? multiply(count, int(2)) : count;
  /** `total` times some installments, as the script divides it. */
  const dividend = (product: Int): Int => (isRounding ? add(multiply(product, int(2)), count) : product);
  /** That a quotient, times its divisor, is what has vested. */
  const isVested = (times: Int, product: Int): Bool =>
    and(atMost(times, dividend(product)), less(dividend(product), add(times, parts)));
  const [now, nowTimes, doneTimes] = [variable('vested'), variable('vestedTimes'), variable('doneTimes')];
  const [later, laterTimes] = [variable('vestedLater'), variable('vestedLaterTimes')];
  const all = variable('totalTimes');
  const allTimes = isRounding ? multiply(all, int(2)) : all;
  const step = (from: Int, fromTimes: Int, to: Int, toTimes: Int): Bool =>
    implies(less(from, to), atMost(add(fromTimes, parts), toTimes));
  const shared = [
    ...[isVesting, isVested(nowTimes, doneTimes), atMost(ZERO, doneTimes), atMost(doneTimes, all)],
    ...[step(now, nowTimes, total, allTimes), step(total, allTimes, now, nowTimes), step(now, nowTimes, ZERO, ZERO)],
  ];
  const vested = SCRIPT_VESTED[allocation]({ total, done, count });
  return [
    {
      name: `${allocation}: the definition of a division`,
      given: [isVesting],
      goal: isVested(multiply(vested, parts), multiply(total, done)),
    },
    {
      name: `${allocation}: never falls`,
      given: [...shared, isVested(laterTimes, add(doneTimes, total)), step(later, laterTimes, now, nowTimes)],
      goal: atMost(now, later),
    },
    { name: `${allocation}: all of it`, given: [...shared, equal(doneTimes, all)], goal: equal(now, total) },
    { name: `${allocation}: within the total`, given: shared, goal: between(0, now, total) },
    ...(isRounding
      ? []
      : [
          {
            name: `${allocation}: something is left before the last installment`,
            given: [...shared, atMost(add(doneTimes, total), all), implies(atMost(total, now), atMost(all, nowTimes))],
            goal: less(now, total),
          },
        ]),
  ];
};

/** What the lemmas above take as given of products. */
const productLemmas = (): readonly Obligation[] => {
  const [factor, greater] = [variable('factor'), variable('largerFactor')];
  return [
    {
      name: 'products: one more',
      given: [],
      goal: equal(multiply(factor, add(done, ONE)), add(multiply(factor, done), factor)),
    },
    {
      name: 'products: done and ahead',
      given: [],
      goal: equal(multiply(factor, count), add(multiply(factor, done), multiply(subtract(count, done), factor))),
    },
    {
      name: 'products: of a larger factor',
      given: [atMost(ZERO, count), less(factor, greater)],
      goal: atMost(add(multiply(factor, count), count), multiply(greater, count)),
    },
    {
      name: 'products: of no negative factor',
      given: [atMost(ZERO, count), atMost(ZERO, factor)],
      goal: atMost(ZERO, multiply(factor, count)),
    },
  ];
};

/** Lemmas about the allocations of grants. */
export const allocations: ClaimGroup = {
  name: 'lemma/allocations',
  artifacts: [],
  claims: {
    'each installment':
      'of whole shares, an installment is an equal share rounded down, and what these leave over goes to those that the allocation names',
    products: 'what the lemmas take as given of products',
    'the first installment': 'of whole shares, so is the first one',
    'the definition of a division':
      'of cumulative shares, what has vested is the part of the total rounded down, or to the nearest, half a share up',
    'never falls': 'one installment more never makes it less',
    'all of it': 'with the last installment all has vested',
    'within the total': 'it is at least nothing, and at most the total',
    'something is left before the last installment': 'where it is rounded down, less than the total has vested before',
  },
  obligations: () => [
    ...cumulative('CUMULATIVE_ROUND_DOWN'),
    ...cumulative('CUMULATIVE_ROUNDING'),
    ...Object.entries(BEYOND).flatMap(([allocation, beyond]) => wholeShares(allocation as Allocation, beyond)),
    ...productLemmas(),
    { name: 'there is such a grant', given: [isVesting, less(done, count)], goal: undefined },
  ],
};
