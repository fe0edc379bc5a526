import { and, atMost, equal, implies, less } from '../terms/bool.js';
import { add, choose, divide, int, multiply, ONE, remainder, smaller, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { between } from './reading.js';

/** Parameters of covenants by the calendar. */
export const months = variable('months');
/** Days between the two paydays of a month. */
export const gap = variable('gap');
/** When day 0 begins, 29 January 1999 at the time of day and the distance from UTC; Unix seconds. */
export const zero = variable('zero');

const YEAR = int(12);

/** The number of the last day before a month, as scripts compute it. */
const dayBefore = (month: Int): Int =>
  subtract(divide(multiply(int(367), add(month, ONE)), YEAR), divide(multiply(int(7), divide(month, YEAR)), int(4)));

const timeOf = (dayNumber: Int): Int => add(multiply(dayNumber, int(86_400)), zero);

/** `due` of the sources: the time of `day` of a month, as they compute it. */
export const dueOnce = (month: Int, day: Int): Int => {
  const next = add(month, int(2));
  const end = subtract(
    divide(multiply(int(367), next), YEAR),
    divide(multiply(int(7), divide(add(month, ONE), YEAR)), int(4)),
  );
  return timeOf(smaller(add(dayBefore(month), day), end));
};

/** The same of a payday, two of which are in a month. */
export const dueTwice = (payday: Int, day: Int): Int => {
  const [half, place] = [divide(payday, int(2)), remainder(payday, int(2))];
  const begin = subtract(
    divide(multiply(int(367), add(half, ONE)), YEAR),
    divide(multiply(int(7), divide(payday, int(24))), int(4)),
  );
  const end = subtract(
    divide(multiply(int(367), add(half, int(2))), YEAR),
    divide(multiply(int(7), divide(add(payday, int(2)), int(24))), int(4)),
  );
  return timeOf(smaller(add(begin, day, multiply(place, gap)), end));
};

/** Months of a contract: from March 1999 on, until January 2100. */
const LAST_MONTH = 1_210;

/** Days of the months from March on; of February without the leap day. */
const LENGTHS = [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28] as const;

/** Days of a month by the calendar. A year of ours begins with March, so its February is the next year's: every fourth from 2000 on is long. */
const daysOf = (month: Int): Int => {
  const place = remainder(month, YEAR);
  const isLeapDay = and(equal(place, int(11)), equal(remainder(divide(month, YEAR), int(4)), ZERO));
  return add(
    LENGTHS.reduceRight<Int>((rest, days, at) => choose(equal(place, int(at)), int(days), rest), ZERO),
    choose(isLeapDay, ONE, ZERO),
  );
};

/** What `zero` may be: midnight of 29 January 1999, any time of day, and -12:00 to +14:00. */
export const isZero: Bool = between(917_568_000 - 50_400, zero, 917_568_000 + 86_399 + 43_200);

/** The last day on which a locktime is a number of 32 bits: 7 February 2106. No later date falls due. */
const LAST_TIME = int(0xffff_ffff);

/** What lemmas say of the date of a month or payday, for claims in which the date is a symbol. @param twice whether months have two paydays */
export const factsOf = (date: Int, month: Int, twice: boolean): readonly Bool[] => [
  implies(between(0, month, 32_767), atMost(int(900_000_000), date)),
  implies(and(between(0, month, 32_767), atMost(date, LAST_TIME)), atMost(month, int(twice ? 3_400 : 1_700))),
];

/** Lemmas about dates alone. */
export const calendarDates: ClaimGroup = {
  name: 'lemma/calendar-dates',
  artifacts: [],
  claims: {
    'first day': 'day 31 of the count, 29 January 1999 being day 0, is 1 March 1999, with which month 0 begins',
    'length of a month':
      'months have the days of the calendar, from March 1999 until January 2100: 28 or 29 in February, 30 or 31 in others',
    'on its day': 'a date falls due on the day that is asked for, or on the last day of a shorter month',
    'two in a month': 'the same of months with two paydays, of which the second one comes `gap` days after the first',
    'never back': 'the date of a later month, or of the second payday of a month, is later',
    'is a time':
      'every date from March 1999 on is a time to a locktime, and no date that a locktime reaches is beyond month 1,700, with two paydays a month payday 3,400',
  },
  obligations: () => {
    const [month, day] = [variable('month'), variable('day')];
    const isMonth = between(0, month, LAST_MONTH);
    const isDay = between(1, day, 31);
    const twice = [
      between(0, month, 2 * LAST_MONTH + 1),
      between(1, day, 27),
      atMost(ONE, gap),
      atMost(add(day, gap), int(31)),
    ];
    const dateIn = (of: Int, asked: Int): Int => timeOf(add(dayBefore(of), smaller(asked, daysOf(of))));
    const half = divide(month, int(2));
    const second = add(day, gap);
    const asked = add(day, multiply(remainder(month, int(2)), gap));
    const facts = (isTwice: boolean): readonly Obligation[] => {
      const date = (isTwice ? dueTwice : dueOnce)(month, day);
      const given = [isZero, isDay, ...(isTwice ? [atMost(ONE, gap), atMost(add(day, gap), int(31))] : [])];
      const name = `is a time, ${isTwice ? 'twice' : 'once'} a month`;
      return [
        { name, given, goal: and(...factsOf(date, month, isTwice)) },
        { name: `${name}: there is such a date`, given: [...given, isMonth], goal: undefined },
      ];
    };
    return [
      { name: 'first day', given: [], goal: equal(dayBefore(ZERO), int(30)) },
      {
        name: 'length of a month',
        given: [isMonth],
        goal: equal(dayBefore(add(month, ONE)), add(dayBefore(month), daysOf(month))),
      },
      {
        name: 'on its day',
        given: [isMonth, isDay],
        goal: equal(dueOnce(month, day), dateIn(month, day)),
      },
      {
        name: 'two in a month',
        given: twice,
        goal: equal(dueTwice(month, day), dateIn(half, asked)),
      },
      {
        name: 'never back, once a month',
        given: [isMonth, isDay],
        goal: less(dueOnce(month, day), dueOnce(add(month, ONE), day)),
      },
      {
        name: 'never back, within a month',
        given: [isMonth, ...twice],
        goal: less(dateIn(month, day), dateIn(month, second)),
      },
      {
        name: 'never back, to the next month',
        given: [isMonth, ...twice],
        goal: less(dateIn(month, second), dateIn(add(month, ONE), day)),
      },
      ...facts(false),
      ...facts(true),
    ];
  },
};
