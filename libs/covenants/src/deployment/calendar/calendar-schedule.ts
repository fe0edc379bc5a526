import {
  duePaydays,
  installmentTime,
  lastPayday,
  paydayStep,
  paydayTime,
  type Paydays,
  SECONDS_OF_DAY,
  vestedAfter,
  vestedInstallments,
} from '@weir/calendar';
import {
  type CalendarBalance,
  type CalendarPace,
  calendarPayout,
  type CalendarPayout,
  paidTranches,
} from '../../calendar/calendar-payout.js';
import { grantOf } from '../../calendar/calendar-rules.js';
import type { SalaryState } from '../../calendar/calendar-state.js';
import { leastCalendarPayment } from '../../calendar/calendar-terms.js';
import type { StreamPayout, StreamSchedule } from '../stream-schedule.types.js';
import { calendarBalanceOf, type CalendarOpening, calendarStateOf } from './calendar-opening.js';

/** Converts a payment to the form that all schedules share. */
export const toCalendarStreamPayout = (
  total: bigint,
  { state, principal }: CalendarBalance,
  { locktime, due, left, parts }: CalendarPayout,
): StreamPayout => ({
  locktime,
  vested: total - principal + due,
  due,
  left,
  periods: state.kind === 'SALARY' ? BigInt(parts) : undefined,
});

/** Returns when a payday comes; of one after January 2100, which a state may name after a long pause, when the last one comes. */
export const salaryPaydayTime = (paydays: Paydays, payday: bigint): bigint => {
  const last = lastPayday(paydays);
  return paydayTime(paydays, payday > last ? last : payday);
};

/** What the terms alone make due, no matter what was cancelled or paused. Unix seconds, and units of the asset. */
interface ByTerms {
  readonly first: bigint;
  /** One step before the first date: where a chart begins. */
  readonly before: bigint;
  readonly last: bigint;
  readonly vestedAt: (time: bigint) => bigint;
}

const salaryTerms = (paydays: Paydays, { next, unpaid, amount }: SalaryState, total: bigint): ByTerms => {
  const step = paydayStep(paydays);
  const timeOf = (place: number): bigint => salaryPaydayTime(paydays, next + BigInt(place) * step);
  const first = timeOf(0);
  return {
    first,
    before: next < step ? first - SECONDS_OF_DAY : timeOf(-1),
    last: timeOf(unpaid - 1),
    vestedAt(time) {
      const come = duePaydays({ paydays, next, unpaid: BigInt(unpaid) }, time);
      return come === BigInt(unpaid) ? total : amount * come;
    },
  };
};

/**
 * Computes what the terms of a stream make due.
 *
 * @param initial the stream as it began
 * @throws RangeError where its state is of another kind than its group
 */
const byTerms = ({ group }: CalendarPace, initial: CalendarBalance): ByTerms => {
  const { state, principal, tranches = [] } = initial;
  if (state.kind === 'SALARY' && group.kind === 'SALARY') return salaryTerms(group.paydays, state, principal);
  if (state.kind === 'GRANT' && group.kind === 'GRANT') {
    const grant = grantOf(group, state, principal);
    const first = installmentTime(grant, grant.cliff);
    const after = (done: bigint): bigint => {
      const vested = vestedAfter(grant, done) - state.released;
      return vested > 0n ? vested : 0n;
    };
    return {
      first,
      before: grant.cliff > 1n ? installmentTime(grant, 1n) : first - SECONDS_OF_DAY,
      last: installmentTime(grant, grant.installments),
      vestedAt: (time) => after(vestedInstallments(grant, time)),
    };
  }
  if (state.kind === 'TRANCHES') {
    const first = tranches[0]?.at ?? 0n;
    return {
      first,
      before: first - SECONDS_OF_DAY,
      last: tranches.at(-1)?.at ?? 0n,
      vestedAt: (time) => tranches.reduce((sum, { at, amount }) => (at <= time ? sum + amount : sum), 0n),
    };
  }
  throw new RangeError(`A state of kind ${state.kind} is at an address of kind ${group.kind}`);
};

/** Returns evenly spread points, each time once. @throws RangeError for fewer than two */
const curveOf = ({ before, last, vestedAt }: ByTerms, points: number) => {
  if (points < 2) throw new RangeError(`A curve has at least 2 points, not ${points}`);
  const times = Array.from(
    { length: points },
    (_, place) => before + ((last - before) * BigInt(place)) / BigInt(points - 1),
  );
  return [...new Set(times)].map((time) => ({ time, vested: vestedAt(time) }));
};

/** Returns the first time from which a grant has a payment. */
const nextGrantTime = (pace: CalendarPace, balance: CalendarBalance): bigint | undefined => {
  const { state, principal } = balance;
  if (state.kind !== 'GRANT' || pace.group.kind !== 'GRANT' || principal === 0n) return undefined;
  const grant = grantOf(pace.group, state, principal);
  const least = leastCalendarPayment(pace.terms.product);
  let [low, high] = [grant.cliff, grant.installments];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (vestedAfter(grant, middle) - state.released >= least) high = middle;
    else low = middle + 1n;
  }
  // A payment that would leave dust waits for a later installment.
  for (let number = low; number < grant.installments; number += 1n) {
    const time = installmentTime(grant, number);
    if (calendarPayout(pace, balance, time) !== undefined) return time;
  }
  return installmentTime(grant, grant.installments);
};

const nextTime = (pace: CalendarPace, balance: CalendarBalance): bigint | undefined => {
  const { state, tranches = [] } = balance;
  const { group } = pace;
  if (state.kind === 'SALARY' && group.kind === 'SALARY')
    return state.open === 'NONE' ? undefined : salaryPaydayTime(group.paydays, state.next);
  return state.kind === 'TRANCHES' ? tranches[paidTranches(state, tranches)]?.at : nextGrantTime(pace, balance);
};

/**
 * Creates the schedule of one stream by the calendar. Constructs no contract, and decodes no commitment twice: lists need one for each
 * row.
 */
export const calendarStreamSchedule = (
  pace: CalendarPace,
  opening: Pick<CalendarOpening, 'commitment' | 'total' | 'tranches'>,
): StreamSchedule => {
  const { total } = opening;
  const began = calendarStateOf(pace, opening.commitment).state;
  const initial = calendarBalanceOf(opening, began, began);
  const terms = byTerms(pace, initial);
  const balance = (commitment: string): CalendarBalance =>
    commitment === opening.commitment
      ? initial
      : calendarBalanceOf(opening, began, calendarStateOf(pace, commitment).state);
  const earning: StreamSchedule['earning'] = ({ commitment }, released) => {
    const from = balance(commitment);
    // Pauses move what is due: only the state knows.
    if (from.state.kind !== 'SALARY') return terms.vestedAt;
    return (time) => released + (calendarPayout(pace, from, time)?.due ?? 0n);
  };
  return {
    total,
    vestedAt: terms.vestedAt,
    earnedAt: (state, released, time) => earning(state, released)(time),
    earning,
    payout({ commitment }, time) {
      const from = balance(commitment);
      const payout = calendarPayout(pace, from, time);
      return payout && toCalendarStreamPayout(total, from, payout);
    },
    nextPayoutTime: ({ commitment }) => nextTime(pace, balance(commitment)),
    lastEarningTime({ commitment }) {
      const { state } = balance(commitment);
      if (state.kind !== 'SALARY' || pace.group.kind !== 'SALARY') return terms.last;
      // Periods that a pause has closed fall due only after a resume.
      const { paydays } = pace.group;
      return state.open === 'ALL'
        ? salaryPaydayTime(paydays, state.next + BigInt(state.unpaid - 1) * paydayStep(paydays))
        : undefined;
    },
    curve: (points) => curveOf(terms, points),
  };
};
