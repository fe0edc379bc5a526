import { and, atMost, equal, less, or } from '../terms/bool.js';
import { add, choose, divide, int, multiply, ONE, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { between } from './reading.js';

const total = variable('total');
/** The smallest payment: 576 satoshis, or one unit. */
const least = variable('least');
const paid = variable('paid');
const [steps, step, later] = [variable('steps'), variable('step'), variable('later')];

/** What has vested after so many of the steps, past the cliff and before the end. */
const after = (completed: Int): Int => divide(multiply(total, completed), steps);

/** What is left unpaid of an amount by a payment up to a value, or without one where that is too little. */
const unpaidOf = (vested: Int, upTo: Int): Int =>
  subtract(vested, choose(atMost(least, subtract(upTo, paid)), upTo, paid));

/** A number is the quotient of another one by the count of steps, rounded down. */
const isQuotient = (quotient: Int, of: Int): Bool =>
  and(atMost(multiply(quotient, steps), of), less(of, add(multiply(quotient, steps), steps)));

/**
 * The steps of the proof at `isCliffSound` (`libs/vesting`). The gap between them: the values of `vested` from the
 * cliff on are those after whole steps in a row, so where the first is at most total - least and the last is more, two
 * neighbours are, too.
 */
const neighbours = (): readonly Obligation[] => {
  const [value, next, last] = [variable('value'), variable('next value'), variable('last value')];
  const [values, lasts] = [variable('total x step'), variable('total x later')];
  const given = [atMost(ONE, total), atMost(ONE, steps)];
  const steps_ = [atMost(ZERO, step), less(step, later), less(later, steps)];
  return [
    {
      name: 'neighbours: a value is a quotient',
      given: [...given, atMost(ZERO, variable('of'))],
      goal: isQuotient(divide(variable('of'), steps), variable('of')),
    },
    {
      name: 'neighbours: before the last step',
      given: [...given, ...steps_],
      goal: atMost(multiply(total, later), multiply(total, subtract(steps, ONE))),
    },
    {
      name: 'neighbours: of products',
      given: [
        ...[...given, isQuotient(value, values), isQuotient(next, add(values, total)), isQuotient(last, lasts)],
        atMost(lasts, subtract(multiply(total, steps), total)),
      ],
      goal: less(
        add(multiply(next, steps), multiply(last, steps)),
        add(multiply(value, steps), steps, multiply(total, steps)),
      ),
    },
    {
      name: 'neighbours: of values',
      given: [atMost(ONE, steps), less(multiply(add(next, last), steps), multiply(add(value, ONE, total), steps))],
      goal: atMost(add(next, last), add(value, total)),
    },
    {
      name: 'there is such a schedule',
      given: [...given, ...steps_, equal(after(step), int(3)), equal(after(later), int(7))],
      goal: undefined,
    },
  ];
};

const reach = (): readonly Obligation[] => {
  const [vested, value, next] = [variable('vested'), variable('value'), variable('next value')];
  const atCliff = variable('vested at the cliff');
  const rule = or(equal(atCliff, total), atMost(atCliff, subtract(total, least)));
  const given = [atMost(ONE, least), between(0, paid, total), between(0, vested, total)];
  const most = subtract(add(least, least), int(2));
  return [
    {
      name: 'out of reach: at the cliff a payment is left',
      given: [...given, rule, atMost(atCliff, vested), less(vested, total)],
      goal: atMost(atCliff, subtract(total, least)),
    },
    {
      name: 'out of reach: where a payment is left',
      given: [...given, or(equal(vested, total), atMost(vested, subtract(total, least)))],
      goal: less(unpaidOf(vested, vested), least),
    },
    {
      name: 'out of reach: where less is left',
      given: [
        ...[...given, less(subtract(total, least), vested), less(vested, total)],
        ...[atMost(value, subtract(total, least)), less(subtract(total, least), next)],
        ...[atMost(ZERO, value), atMost(next, vested), atMost(add(next, vested), add(value, total))],
      ],
      goal: atMost(unpaidOf(vested, value), most),
    },
    { name: 'there is such a stream', given: [...given, equal(least, int(576)), less(paid, vested)], goal: undefined },
  ];
};

/** Lemmas about what has vested and no payment reaches. */
export const noticeBound: ClaimGroup = {
  name: 'lemma/notice-bound',
  artifacts: [],
  claims: {
    neighbours: 'of two neighbouring values of vested and a later one before the end: next + last <= value + total',
    'out of reach':
      'with a sound cliff, one payment, dated to now or to the last value that leaves a payment, leaves at most 2 x least - 2 of what has vested: 1,150 satoshis, of tokens nothing',
  },
  obligations: () => [...neighbours(), ...reach()],
};
