import { and, atMost, equal, less } from '../terms/bool.js';
import { add, divide, field, int, multiply, ONE, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';
import { between } from './reading.js';

export const interval = variable('interval');
export const locktime = field('locktime');

/** Periods fallen due since a date, as the scripts compute it, in any order of both. */
export const scriptFallen = (next: Int): Int => divide(add(subtract(locktime, next), interval), interval);

/** `duePeriods` of `libs/payments`: none before the date, then one and one more for each interval. */
const fallenSince = (next: Int): Int => add(divide(subtract(locktime, next), interval), ONE);

/** Whether the locktime has reached the date of the last of so many periods, as the scripts of ends demand it. */
export const areAllDue = (next: Int, count: Int): Bool =>
  atMost(add(next, multiply(subtract(count, ONE), interval)), locktime);

/** Lemmas about the periods alone. */
export const recurringPeriods: ClaimGroup = {
  name: 'lemma/recurring-periods',
  artifacts: [],
  claims: {
    'same periods':
      'what the script computes is duePeriods of libs/payments from the date on, and not positive before it',
    'all periods': 'so many periods have fallen due exactly from the date of the last of them on',
  },
  obligations: () => {
    const next = variable('next');
    const given = [between(1, interval, 0xffff_ffff), between(500_000_000, next, (1n << 39n) - 1n)];
    const [computed, specified] = [scriptFallen(next), fallenSince(next)];
    const count = variable('count');
    const [isFallen, isReached] = [atMost(count, computed), areAllDue(next, count)];
    return [
      { name: 'same periods, before the date', given: [...given, less(locktime, next)], goal: atMost(computed, ZERO) },
      {
        name: 'same periods, from the date on',
        given: [...given, atMost(next, locktime)],
        goal: and(equal(computed, specified), atMost(ONE, specified)),
      },
      ...[
        { name: 'all periods, from the date of the last one on', given: [isReached], goal: isFallen },
        { name: 'all periods, not before', given: [isFallen], goal: isReached },
      ].map((each) => ({ ...each, given: [...given, atMost(ONE, count), ...each.given] })),
      { name: 'there is such a date', given: [...given, equal(computed, int(3))], goal: undefined },
    ];
  },
};
