import { and, atMost, equal, less } from '../terms/bool.js';
import { add, choose, divide, int, multiply, ONE, smaller, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import type { ClaimGroup } from './claim.js';

/** The numbers that a vested amount depends on. */
export interface Schedule {
  readonly total: Int;
  readonly start: Int;
  readonly end: Int;
  readonly step: Int;
  readonly cliff: Int;
  readonly time: Int;
}

/** The formula as the scripts of both assets compute it, operation for operation. */
export const scriptVested = ({ total, start, end, step, cliff, time: locktime }: Schedule): Int => {
  const time = smaller(locktime, end);
  const atEnd = choose(equal(time, end), ONE, ZERO);
  const elapsed = add(subtract(time, start), multiply(subtract(step, ONE), atEnd));
  const all = divide(subtract(add(subtract(end, start), step), ONE), step);
  const afterCliff = choose(atMost(add(start, cliff), time), ONE, ZERO);
  return multiply(divide(multiply(total, divide(elapsed, step)), all), afterCliff);
};

/** The same before the end, as the scripts of payments compute it. */
export const scriptVestedBeforeEnd = ({ total, start, end, step, cliff, time }: Schedule): Int => {
  const all = divide(subtract(add(subtract(end, start), step), ONE), step);
  const afterCliff = choose(atMost(add(start, cliff), time), ONE, ZERO);
  return multiply(divide(multiply(total, divide(subtract(time, start), step)), all), afterCliff);
};

/** Steps completed at a time before the end. */
export const completed = ({ start, step, time }: Schedule): Int => divide(subtract(time, start), step);

/** All steps, the last one possibly shorter. */
export const steps = ({ start, end, step }: Schedule): Int =>
  divide(subtract(add(subtract(end, start), step), ONE), step);

/** What has vested between cliff and end is `between`; nothing before, everything after. */
const byTime = ({ total, start, end, cliff, time }: Schedule, between: Int): Int =>
  choose(atMost(end, time), total, choose(less(time, add(start, cliff)), ZERO, between));

/** `vestedAmount` of `libs/vesting`, where the cliff is seconds from the start. */
export const vestedAmount = (schedule: Schedule): Int =>
  byTime(schedule, divide(multiply(schedule.total, completed(schedule)), steps(schedule)));

/** What the genesis check demands of a schedule. */
export const isSchedule = ({ total, start, end, step, cliff }: Schedule): Bool =>
  and(
    atMost(ONE, total),
    atMost(ONE, step),
    atMost(ZERO, cliff),
    atMost(int(500_000_000), start),
    less(start, end),
    atMost(end, int(0xffff_ffff)),
    atMost(add(start, cliff), end),
  );

const schedule: Schedule = {
  total: variable('total'),
  start: variable('start'),
  end: variable('end'),
  step: variable('step'),
  cliff: variable('cliff'),
  time: variable('time'),
};
const later: Schedule = { ...schedule, time: variable('later') };

/** A share of a total never falls as its count rises: of the product, and of the quotient that is made of it. */
export const neverFallLemmas = ({ total, few, many, all }: Readonly<Record<'total' | 'few' | 'many' | 'all', Int>>) => [
  {
    name: 'never falls, of a product',
    given: [atMost(ZERO, total), atMost(few, many)],
    goal: atMost(multiply(total, few), multiply(total, many)),
  },
  {
    name: 'never falls, of a quotient',
    given: [atMost(ONE, all), atMost(ZERO, few), atMost(few, many)],
    goal: atMost(divide(few, all), divide(many, all)),
  },
];

const quotientLemmas = () => {
  const { total } = schedule;
  const [few, many, all] = [variable('few'), variable('many'), variable('all')];
  const quotient = divide(multiply(total, few), all);
  return [
    {
      name: 'bounds, of a quotient',
      given: [atMost(ZERO, total), atMost(ZERO, few), atMost(few, all), atMost(ONE, all)],
      goal: and(atMost(ZERO, quotient), atMost(quotient, total)),
    },
    {
      name: 'bounds, of a quotient before the end',
      given: [atMost(ONE, total), atMost(ZERO, few), less(few, all)],
      goal: less(quotient, total),
    },
    ...neverFallLemmas({ total, few, many, all }),
  ];
};

/** Lemmas about the formula alone. Every claim that names a vested amount depends on them. */
export const vestingFormula: ClaimGroup = {
  name: 'lemma/vesting-formula',
  artifacts: [],
  claims: {
    'same formula':
      'what the script computes is vestedAmount of libs/vesting: before the cliff, between, from the end on',
    bounds: 'what has vested is at least 0 and at most the total, before the end less',
    'never falls': 'at a later time at least as much has vested',
  },
  obligations: () => {
    const { total, start, end, cliff, time } = schedule;
    const sound = isSchedule(schedule);
    const equals = equal(scriptVested(schedule), vestedAmount(schedule));
    const begun = [sound, atMost(start, time)];
    // The last obligation of each claim takes for granted what those before it have shown of parts, here symbols.
    const [first, second] = [variable('first'), variable('second')];
    const within = (part: Int) => and(atMost(ZERO, part), atMost(part, total));
    return [
      {
        name: 'same formula, before the cliff',
        given: [sound, less(time, add(start, cliff)), less(time, end)],
        goal: equals,
      },
      { name: 'same formula, from the end on', given: [sound, atMost(end, time)], goal: equals },
      ...[less(time, add(start, cliff)), atMost(add(start, cliff), time)].map((side, place) => ({
        name: `same formula, of a payment ${place === 0 ? 'before the cliff' : 'between'}`,
        given: [sound, side, less(time, end)],
        goal: equal(scriptVestedBeforeEnd(schedule), vestedAmount(schedule)),
      })),
      { name: 'same formula, between', given: [sound, atMost(add(start, cliff), time), less(time, end)], goal: equals },
      {
        name: 'bounds, of steps',
        given: [...begun, less(time, end)],
        goal: and(
          atMost(ZERO, completed(schedule)),
          atMost(completed(schedule), steps(schedule)),
          atMost(ONE, steps(schedule)),
        ),
      },
      {
        name: 'bounds, of steps before the end',
        given: [...begun, less(time, end)],
        goal: less(completed(schedule), steps(schedule)),
      },
      ...quotientLemmas(),
      {
        name: 'never falls, of steps',
        given: [...begun, atMost(time, later.time)],
        goal: atMost(completed(schedule), completed(later)),
      },
      { name: 'bounds, together', given: [sound, within(first)], goal: within(byTime(schedule, first)) },
      {
        name: 'bounds, together before the end',
        given: [sound, less(time, end), less(first, total)],
        goal: less(byTime(schedule, first), total),
      },
      {
        name: 'never falls, together',
        given: [sound, atMost(time, later.time), within(first), within(second), atMost(first, second)],
        goal: atMost(byTime(schedule, first), byTime(later, second)),
      },
      { name: 'there is such a schedule', given: [sound, equal(vestedAmount(schedule), int(7))], goal: undefined },
    ];
  },
};
