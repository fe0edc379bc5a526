import { installmentTime, paydayStep, vestedAfter } from '@weir/calendar';
import { type CalendarPace, paidTranches } from '../../calendar/calendar-payout.js';
import { grantOf } from '../../calendar/calendar-rules.js';
import type { GrantState, SalaryState, TranchesState } from '../../calendar/calendar-state.js';
import type { GrantGroup, SalaryGroup } from '../../calendar/calendar-terms.js';
import type { StreamStep } from '../stream-model.types.js';
import type { StreamProgressState } from '../stream-schedule.types.js';
import { calendarBalanceOf, type CalendarOpening, calendarStateOf } from './calendar-opening.js';
import { salaryPaydayTime } from './calendar-schedule.js';

/** The dates that a payment pays: periods of a salary, installments of a grant, or tranches. */
export interface PaidDates {
  /** Number of the first one, from 1. */
  readonly first: number;
  readonly last: number;
  /** When they came, Unix seconds. */
  readonly firstAt: bigint;
  readonly lastAt: bigint;
}

/** What of a step shows what it pays. */
type Payment = Pick<StreamStep, 'paidToRecipient' | 'recurring'>;

const paidPeriods = (
  { paydays }: SalaryGroup,
  began: SalaryState,
  { unpaid, next }: SalaryState,
  { recurring }: Payment,
): PaidDates | undefined => {
  const count = Number(recurring?.periods ?? 0n);
  if (count === 0) return undefined;
  const before = began.unpaid - unpaid;
  const timeOf = (place: number): bigint => salaryPaydayTime(paydays, next + BigInt(place) * paydayStep(paydays));
  return { first: before + 1, last: before + count, firstAt: timeOf(0), lastAt: timeOf(count - 1) };
};

const paidInstallments = (
  group: GrantGroup,
  state: GrantState,
  principal: bigint,
  paid: bigint,
): PaidDates | undefined => {
  if (paid === 0n) return undefined;
  const grant = grantOf(group, state, principal);
  const { cliff, installments } = grant;
  /** Returns the first installment, from one on, after which more than an amount has vested, or as much. */
  const firstWith = (from: bigint, hasVested: (vested: bigint) => boolean): bigint => {
    let number = from;
    while (number < installments && !hasVested(vestedAfter(grant, number))) number += 1n;
    return number;
  };
  const from = firstWith(cliff, (vested) => vested > state.released);
  const last = paid === principal ? installments : firstWith(from, (vested) => vested >= state.released + paid);
  return {
    // Those before the cliff vest with it.
    first: state.released === 0n ? 1 : Number(from),
    last: Number(last),
    firstAt: installmentTime(grant, from),
    lastAt: installmentTime(grant, last),
  };
};

const tranchesPaid = (
  { tranches = [] }: Pick<CalendarOpening, 'tranches'>,
  state: TranchesState,
  paid: bigint,
): PaidDates | undefined => {
  if (paid === 0n) return undefined;
  const before = paidTranches(state, tranches);
  let [last, left] = [before, paid];
  while (last < tranches.length && left > 0n) {
    left -= tranches[last]?.amount ?? 0n;
    last += 1;
  }
  const [from, to] = [tranches[before], tranches[last - 1]];
  return from && to && { first: before + 1, last, firstAt: from.at, lastAt: to.at };
};

/**
 * Returns the dates of the calendar that a step of a stream pays; undefined where it pays nothing.
 *
 * @param before the state that it spends
 * @throws Error where the state is not one of the stream
 */
export const paidDates = (
  pace: CalendarPace,
  opening: Pick<CalendarOpening, 'commitment' | 'total' | 'tranches'>,
  before: StreamProgressState,
  payment: Payment,
): PaidDates | undefined => {
  const began = calendarStateOf(pace, opening.commitment).state;
  const { state } = calendarStateOf(pace, before.commitment);
  const { principal } = calendarBalanceOf(opening, began, state);
  const { group } = pace;
  const { paidToRecipient: paid } = payment;
  if (group.kind === 'SALARY' && state.kind === 'SALARY' && began.kind === 'SALARY')
    return paidPeriods(group, began, state, payment);
  if (group.kind === 'GRANT' && state.kind === 'GRANT') return paidInstallments(group, state, principal, paid);
  return state.kind === 'TRANCHES' ? tranchesPaid(opening, state, paid) : undefined;
};
