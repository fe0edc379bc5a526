import type { Static } from 'typebox';
import { type CalendarDate, dateText, readDate } from '../calendar-date.js';
import { dueDay } from '../due-date.js';
import { localDate } from '../local-date.js';
import { LAST_MONTH, monthNumber } from '../month-number.js';
import { check } from './check.js';
import {
  ALL,
  decimalOf,
  dividedBy,
  type Fraction,
  fractionText,
  minus,
  multiplied,
  NONE,
  plus,
  times,
} from './fraction.js';
import type { Terms, VestingTransaction } from './read-package.js';
import { refuse, refuseBy } from './refusal.js';
import { CONDITION, PERIODS, TRIGGERS } from './schemas.js';
import { type Sentence, sentence, sentenceText, shown } from './sentence.js';

type Condition = Static<typeof CONDITION>;

/** A date on which a part of a grant vests. */
export interface VestingStep {
  readonly date: CalendarDate;
  readonly part: Fraction;
  /** Place of its condition on the path. */
  readonly group: number;
}

/** When a condition is met: the date of its last occurrence. */
interface Reached {
  readonly date: CalendarDate;
  readonly month: bigint;
}

/** The most dates of a grant. */
const MAX_STEPS = 1_300;

/** The dates that may still be computed for a package: a small file can name very many. */
export class DateBudget {
  readonly #most: number;
  #left: number;

  constructor(most = 250_000) {
    this.#most = most;
    this.#left = most;
  }

  /** @throws Refusal when there are no more */
  spend(dates: number): void {
    this.#left -= dates;
    if (this.#left < 0) refuse('The package has more than {most} dates. Import it in parts.', { most: this.#most });
  }
}

const SECONDS_OF_DAY = 86_400;

/** Reads a date that can be imported. @throws Refusal */
export const dateOf = (text: string, what: Sentence): CalendarDate => {
  const date =
    readDate(text) ?? refuse('{what} has the date {date}, which does not exist.', { what, date: shown(text) });
  const month = monthNumber(date);
  return month < 0n || month > LAST_MONTH
    ? refuse('{what} has the date {date}. Dates from March 1999 to January 2100 can be imported.', { what, date: text })
    : date;
};

const addDays = ({ year, month, day }: CalendarDate, days: number): CalendarDate =>
  localDate(BigInt(Date.UTC(year, month - 1, day) / 1_000 + days * SECONDS_OF_DAY), 0n);

/** @param condition its id, or its place in the list */
const conditionName = (terms: string, condition: string | number): Sentence =>
  sentence('Vesting terms {id}, condition {condition}', {
    id: shown(terms),
    condition: typeof condition === 'string' ? shown(condition) : condition,
  });

const readConditions = ({ id, vesting_conditions: given }: Terms): ReadonlyMap<string, Condition> => {
  const conditions = new Map<string, Condition>();
  for (const [index, item] of given.entries()) {
    const condition = check(CONDITION, item, conditionName(id, index + 1));
    if (conditions.has(condition.id))
      refuse('Vesting terms {id} have two conditions {condition}.', {
        id: shown(id),
        condition: shown(condition.id),
      });
    conditions.set(condition.id, condition);
  }
  return conditions;
};

/** Returns the conditions in their order, where there is only one. @throws Refusal */
const orderOf = (terms: Terms, conditions: ReadonlyMap<string, Condition>): readonly Condition[] => {
  const name = shown(terms.id);
  const later = new Set<string>();
  for (const { id, next_condition_ids: next } of conditions.values()) {
    for (const each of next) {
      if (!conditions.has(each))
        refuse('Vesting terms {id}: condition {condition} leads to {next}, which does not exist.', {
          id: name,
          condition: shown(id),
          next: shown(each),
        });
      later.add(each);
    }
    if (next.length > 1)
      refuse('Vesting terms {id} branch after condition {condition}. A stream has one path.', {
        id: name,
        condition: shown(id),
      });
  }
  const [first, second] = Array.from(conditions.values()).filter(({ id }) => !later.has(id));
  if (first === undefined)
    return refuse('Vesting terms {id} have no first condition. A path must begin and end.', { id: name });
  if (second !== undefined)
    refuse('Vesting terms {id} have several first conditions: {first} and {second}. A stream has one path.', {
      id: name,
      first: shown(first.id),
      second: shown(second.id),
    });
  const order: Condition[] = [];
  const seen = new Set<string>();
  for (let at: Condition | undefined = first; at !== undefined; at = conditions.get(at.next_condition_ids[0] ?? '')) {
    if (seen.has(at.id))
      refuse('Vesting terms {id} return to condition {condition}. A path must end.', {
        id: name,
        condition: shown(at.id),
      });
    seen.add(at.id);
    order.push(at);
  }
  if (order.length < conditions.size) {
    const missed = Array.from(conditions.keys()).find((id) => !seen.has(id));
    refuse('Vesting terms {id}: no condition leads to {missed}.', { id: name, missed: shown(missed) });
  }
  return order;
};

/** Dates of starts or events, by their condition. */
const recordedDates = (
  transactions: readonly VestingTransaction[],
  type: 'TX_VESTING_START' | 'TX_VESTING_EVENT',
  conditions: ReadonlyMap<string, Condition>,
): ReadonlyMap<string, CalendarDate> => {
  const trigger = type === 'TX_VESTING_START' ? 'VESTING_START_DATE' : 'VESTING_EVENT';
  const dates = new Map<string, CalendarDate>();
  for (const transaction of transactions) {
    if (transaction.object_type !== type || !('vesting_condition_id' in transaction)) continue;
    const { id, vesting_condition_id: condition, date } = transaction;
    const what = { id: shown(id), condition: shown(condition) };
    const found = conditions.get(condition);
    if (found === undefined)
      refuse('Transaction {id} is about condition {condition}, which the vesting terms do not have.', what);
    else if (found.trigger.type !== trigger)
      refuse('Transaction {id} is a {type}, and the trigger of condition {condition} is {trigger}.', {
        ...what,
        type,
        trigger: shown(found.trigger.type),
      });
    if (dates.has(condition))
      refuse('Transaction {id} is the second {type} of condition {condition}.', { ...what, type });
    dates.set(condition, dateOf(date, sentence('Transaction {id}', { id: shown(id) })));
  }
  return dates;
};

/** What is known while a path is followed. */
interface Walk {
  /** Id of the terms. */
  readonly terms: string;
  readonly starts: ReadonlyMap<string, CalendarDate>;
  readonly events: ReadonlyMap<string, CalendarDate>;
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly reached: Map<string, Reached>;
  readonly notes: Sentence[];
  readonly budget: DateBudget;
  /** Day of the vesting start. */
  startDay: number | undefined;
}

const inOrder = (first: CalendarDate, second: CalendarDate): boolean => dateText(first) <= dateText(second);

const relativeDates = (condition: Condition, walk: Walk): readonly CalendarDate[] => {
  const what = conditionName(walk.terms, condition.id);
  const { period: given, relative_to_condition_id: base } = check(
    TRIGGERS.VESTING_SCHEDULE_RELATIVE,
    condition.trigger,
    what,
  );
  const from = walk.reached.get(base);
  if (from === undefined)
    return refuseBy(
      walk.conditions.has(base)
        ? sentence('{what} is relative to {base}, which is not before it on the path.', { what, base: shown(base) })
        : sentence('{what} is relative to {base}, which does not exist.', { what, base: shown(base) }),
    );
  const unit = given.type;
  if (unit !== 'DAYS' && unit !== 'MONTHS')
    return refuse('{what} has a period in {unit}. The format defines DAYS and MONTHS.', { what, unit: shown(unit) });
  const period = check(PERIODS[unit], given, sentence('{what}, period', { what }));
  const { occurrences, length, cliff_installment: cliff = 0 } = period;
  if (occurrences > MAX_STEPS)
    refuse('{what} has {occurrences} occurrences. At most {most} can be imported.', {
      what,
      occurrences,
      most: MAX_STEPS,
    });
  if (length === 0 && occurrences > 1) refuse('{what} repeats a period of length 0.', { what });
  if (cliff > occurrences)
    refuse('{what} has its cliff at installment {cliff} of {occurrences}.', { what, cliff, occurrences });
  walk.budget.spend(occurrences);
  const dates = Array.from({ length: occurrences }, (_, index): CalendarDate => {
    const away = length * (index + 1);
    if (period.type === 'DAYS') return addDays(from.date, away);
    const month = from.month + BigInt(away);
    if (month > LAST_MONTH)
      return refuse('{what} vests after January 2100. Dates until then can be imported.', { what });
    const { day_of_month: asked } = period;
    const day =
      asked === 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH'
        ? (walk.startDay ??
          refuse('{what} vests on the day of the vesting start, and no condition before it is one.', { what }))
        : Number(asked.slice(0, 2));
    return dueDay(month, BigInt(day));
  });
  const first = dates[0];
  if (first !== undefined && !inOrder(from.date, first))
    refuse('{what} vests on {date}, before {from}, to which it is relative.', {
      what,
      date: dateText(first),
      from: dateText(from.date),
    });
  const cliffDate = dates[cliff - 1];
  return cliffDate === undefined ? dates : dates.map((date, index) => (index < cliff - 1 ? cliffDate : date));
};

const datesOf = (condition: Condition, walk: Walk): readonly CalendarDate[] => {
  const what = conditionName(walk.terms, condition.id);
  switch (condition.trigger.type) {
    case 'VESTING_START_DATE': {
      check(TRIGGERS.VESTING_START_DATE, condition.trigger, what);
      const date =
        walk.starts.get(condition.id) ??
        refuse('The grant has no vesting start for condition {condition}. Add its TX_VESTING_START to the package.', {
          condition: shown(condition.id),
        });
      walk.startDay = date.day;
      return [date];
    }
    case 'VESTING_EVENT': {
      check(TRIGGERS.VESTING_EVENT, condition.trigger, what);
      const date =
        walk.events.get(condition.id) ??
        refuse(
          'Vesting terms {id} wait for the event {event}. A contract cannot see company events. Fund this grant when the event is recorded.',
          { id: shown(walk.terms), event: shown(condition.id) },
        );
      walk.notes.push(
        sentence('Event {event} is recorded on {date} and imported as that date.', {
          event: shown(condition.id),
          date: dateText(date),
        }),
      );
      return [date];
    }
    case 'VESTING_SCHEDULE_ABSOLUTE':
      return [dateOf(check(TRIGGERS.VESTING_SCHEDULE_ABSOLUTE, condition.trigger, what).date, what)];
    case 'VESTING_SCHEDULE_RELATIVE':
      return relativeDates(condition, walk);
    default:
      return refuse('{what} has the trigger {trigger}, which the format does not define.', {
        what,
        trigger: shown(condition.trigger.type),
      });
  }
};

/** What each occurrence of a condition vests. `vested` is what vested before the condition. */
const partOf = (condition: Condition, quantity: Fraction, vested: Fraction, what: Sentence): Fraction => {
  const { portion, quantity: amount } = condition;
  if ((portion === undefined) === (amount === undefined))
    return refuseBy(
      portion === undefined
        ? sentence('{what} has neither portion nor quantity. Expected one of them.', { what })
        : sentence('{what} has both portion and quantity. Expected one of them.', { what }),
    );
  if (amount !== undefined) return dividedBy(decimalOf(amount), quantity);
  if (portion === undefined) return NONE;
  const denominator = decimalOf(portion.denominator);
  if (denominator.numerator === 0n)
    return refuse('{what} has the denominator {denominator}.', { what, denominator: shown(portion.denominator) });
  const ratio = dividedBy(decimalOf(portion.numerator), denominator);
  return portion.remainder === true ? times(ratio, minus(ALL, vested)) : ratio;
};

/**
 * Returns the one path of vesting terms as dated parts of a grant, which add up to all of it.
 *
 * @param quantity of the grant, positive
 * @param transactions starts and events of its security
 * @throws Refusal for branches, open events, missing starts, wrong sums, dates that do not ascend
 */
export const vestingPath = (
  terms: Terms,
  quantity: Fraction,
  transactions: readonly VestingTransaction[],
  budget: DateBudget,
): { readonly steps: readonly VestingStep[]; readonly notes: readonly Sentence[] } => {
  const id = shown(terms.id);
  const conditions = readConditions(terms);
  const order = orderOf(terms, conditions);
  const walk: Walk = {
    terms: terms.id,
    starts: recordedDates(transactions, 'TX_VESTING_START', conditions),
    events: recordedDates(transactions, 'TX_VESTING_EVENT', conditions),
    conditions,
    reached: new Map(),
    notes: [],
    budget,
    startDay: undefined,
  };
  const steps: VestingStep[] = [];
  let vested = NONE;
  for (const [group, condition] of order.entries()) {
    const what = conditionName(terms.id, condition.id);
    const dates = datesOf(condition, walk);
    const part = partOf(condition, quantity, vested, what);
    const last = dates.at(-1);
    if (last === undefined) throw new Error(`${sentenceText(what)} has no date`);
    dateOf(dateText(last), what);
    walk.reached.set(condition.id, { date: last, month: monthNumber(last) });
    if (part.numerator > 0n) steps.push(...dates.map((date) => ({ date, part, group })));
    if (steps.length > MAX_STEPS) refuse('Vesting terms {id} have more than {most} dates.', { id, most: MAX_STEPS });
    vested = plus(vested, multiplied(part, BigInt(dates.length)));
  }
  if (vested.numerator !== vested.denominator)
    refuse('Vesting terms {id} vest {part} of the grant. They must vest all of it.', {
      id,
      part: fractionText(vested),
    });
  for (const [index, { date }] of steps.entries()) {
    const before = steps[index - 1];
    if (before !== undefined && !inOrder(before.date, date))
      refuse('Vesting terms {id} vest on {date} after {before}. Dates must ascend.', {
        id,
        date: dateText(date),
        before: dateText(before.date),
      });
  }
  return { steps, notes: walk.notes };
};
