import {
  duePaydays,
  paydayStep,
  paydayTime,
  showTranches,
  trancheHashes,
  vestedAfter,
  vestedInstallments,
} from '@weir/calendar';
import { bytesKey } from '../bytes/read-bytes.js';
import type { CalendarCoin } from './calendar-coin.js';
import { grantOf } from './calendar-rules.js';
import type { CalendarState, GrantState, SalaryState, TranchesState } from './calendar-state.js';
import {
  type CalendarGroup,
  type CalendarTerms,
  type GrantGroup,
  leastCalendarPayment,
  type SalaryGroup,
} from './calendar-terms.js';

/** What determines what falls due at one address. */
export interface CalendarPace {
  readonly terms: Pick<CalendarTerms, 'product'>;
  readonly group: CalendarGroup;
}

/** What of a stream shows what falls due. */
export type CalendarBalance = Pick<CalendarCoin, 'state' | 'principal' | 'tranches'>;

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset, and Unix seconds. */
export interface CalendarPayout {
  readonly locktime: bigint;
  readonly due: bigint;
  /** Principal left after it; 0 ends the stream. */
  readonly left: bigint;
  /** The state that it leaves; meaningless where it ends the stream. */
  readonly state: CalendarState;
  /** How many periods, installments or tranches it pays. */
  readonly parts: number;
  /** What the call names; undefined where it ends a salary or a grant. */
  readonly argument: bigint | Uint8Array | undefined;
}

/**
 * Tranches that a last payment shows at most. The reserve gives it the floor and no more: where more are due, all but the last
 * one are paid first.
 */
const MOST_AT_END = 8;

/** Returns how many periods of a salary are due at a time, as far as they are open. */
const periodsAt = ({ paydays }: SalaryGroup, { open, unpaid, next }: SalaryState, time: bigint): number => {
  if (open === 'ALL') return Number(duePaydays({ paydays, next, unpaid: BigInt(unpaid) }, time));
  return open === 'ONE' && paydayTime(paydays, next) <= time ? 1 : 0;
};

/** Returns a salary after a number of periods were paid. The one open period of a pause is then paid, too. */
export const afterPaydays = ({ paydays }: SalaryGroup, state: SalaryState, periods: number): SalaryState => ({
  ...state,
  unpaid: state.unpaid - periods,
  open: state.open === 'ONE' && periods > 0 ? 'NONE' : state.open,
  next: state.next + BigInt(periods) * paydayStep(paydays),
});

const salaryPayout = (
  group: SalaryGroup,
  state: SalaryState,
  principal: bigint,
  time: bigint,
): CalendarPayout | undefined => {
  const parts = periodsAt(group, state, time);
  if (parts === 0) return undefined;
  const isLast = parts === state.unpaid;
  const due = isLast ? principal : state.amount * BigInt(parts);
  return {
    locktime: time,
    due,
    left: principal - due,
    state: isLast ? state : afterPaydays(group, state, parts),
    parts,
    argument: isLast ? undefined : BigInt(parts),
  };
};

const grantPayout = (
  { terms, group }: { readonly terms: CalendarPace['terms']; readonly group: GrantGroup },
  state: GrantState,
  principal: bigint,
  time: bigint,
): CalendarPayout | undefined => {
  const grant = grantOf(group, state, principal);
  const done = vestedInstallments(grant, time);
  if (done === grant.installments)
    return { locktime: time, due: principal, left: 0n, state, parts: Number(done), argument: undefined };
  const least = leastCalendarPayment(terms.product);
  // Where all that has vested would leave dust, fewer installments are paid, as an older locktime would.
  for (let count = done; count >= group.cliff; count -= 1n) {
    const released = vestedAfter(grant, count);
    const due = released - state.released;
    if (due < least) return undefined;
    const left = principal - due;
    if (left >= least)
      return { locktime: time, due, left, state: { ...state, released }, parts: Number(count), argument: count };
  }
  return undefined;
};

/**
 * Returns how many tranches of a list were paid.
 *
 * @throws RangeError for a state of another list
 */
export const paidTranches = ({ list }: TranchesState, tranches: CalendarBalance['tranches'] = []): number => {
  const paid = trancheHashes(tranches).findIndex((hash) => bytesKey(hash) === bytesKey(list));
  if (paid < 0 || paid >= tranches.length) throw new RangeError('The tranches are not those of the state');
  return paid;
};

const tranchesPayout = (
  state: TranchesState,
  { principal, tranches = [] }: CalendarBalance,
  time: bigint,
): CalendarPayout | undefined => {
  const paid = paidTranches(state, tranches);
  const due = tranches.slice(paid).findIndex(({ at }) => at > time);
  const all = due < 0;
  const come = all ? tranches.length - paid : due;
  if (come === 0) return undefined;
  const parts = all && come > MOST_AT_END ? come - 1 : come;
  const isLast = paid + parts === tranches.length;
  const amount = tranches.slice(paid, paid + parts).reduce((sum, each) => sum + each.amount, 0n);
  const list = trancheHashes(tranches)[paid + parts] ?? state.list;
  return {
    locktime: time,
    due: isLast ? principal : amount,
    left: isLast ? 0n : principal - amount,
    state: { ...state, list },
    parts,
    argument: showTranches(tranches, paid, parts),
  };
};

/**
 * Returns the largest payment possible at a locktime, or undefined when there is none. Of tranches it may be all but the last one: the
 * last one is then the next payment.
 *
 * @param time Unix seconds
 * @throws RangeError for a list whose tranches are not given, or of another list
 */
export const calendarPayout = (
  { terms, group }: CalendarPace,
  balance: CalendarBalance,
  time: bigint,
): CalendarPayout | undefined => {
  const { state, principal } = balance;
  if (state.kind === 'SALARY' && group.kind === 'SALARY') return salaryPayout(group, state, principal, time);
  if (state.kind === 'GRANT' && group.kind === 'GRANT') return grantPayout({ terms, group }, state, principal, time);
  if (state.kind === 'TRANCHES') return tranchesPayout(state, balance, time);
  throw new RangeError(`A state of kind ${state.kind} is at an address of kind ${group.kind}`);
};

/** What a stop of a stream does at a time. */
export interface CalendarStop {
  readonly kind: 'cancel' | 'pause';
  readonly locktime: bigint;
  /** Paid to the recipient by the stop itself. */
  readonly paid: bigint;
  readonly left: bigint;
  readonly state: CalendarState;
  readonly argument: bigint | undefined;
}

const stoppedSalary = (state: SalaryState, kind: CalendarStop['kind']): SalaryState => ({
  ...state,
  status: kind === 'pause' ? 'PAUSING' : 'CANCELLED',
  movesTo: undefined,
});

/**
 * Returns how a cancel or pause at a time divides a stream; undefined where it is not possible: its terms forbid it, a notice runs, or
 * everything is due. What a cancel of tranches leaves stays payable until the refund.
 *
 * @param time Unix seconds
 */
export const calendarStop = (
  pace: CalendarPace,
  balance: CalendarBalance & Pick<CalendarCoin, 'units'>,
  kind: CalendarStop['kind'],
  time: bigint,
): CalendarStop | undefined => {
  const { group } = pace;
  const { state, principal, units } = balance;
  if (units === 0n || group.noticeBlocks === 0) return undefined;
  const payout = calendarPayout(pace, balance, time);
  if (payout?.left === 0n) return undefined;
  const { due = 0n, left = principal, argument = 0n } = payout ?? {};
  const shared = { kind, locktime: time };
  if (state.kind === 'TRANCHES') {
    if (kind === 'pause') return undefined;
    return { ...shared, paid: 0n, left: principal, state: { ...state, movesTo: undefined }, argument: undefined };
  }
  const count = typeof argument === 'bigint' ? argument : 0n;
  if (state.kind === 'GRANT') {
    if (kind === 'pause') return undefined;
    const next = { ...(payout?.state ?? state), movesTo: undefined };
    return { ...shared, paid: due, left, state: next, argument: count };
  }
  if (group.kind !== 'SALARY' || (kind === 'pause' && (!group.pausable || state.status !== 'ACTIVE'))) return undefined;
  const next = afterPaydays(group, state, Number(count));
  return { ...shared, paid: due, left, state: stoppedSalary(next, kind), argument: count };
};

/** How a salary goes on after a pause. */
export interface CalendarResume {
  readonly locktime: bigint;
  /** Paid to the recipient by the resume itself: the period that ran at the pause, once its date has passed. */
  readonly paid: bigint;
  readonly left: bigint;
  readonly state: SalaryState;
  /** Paydays that have passed, which are skipped. */
  readonly argument: bigint;
}

/**
 * Returns the resume of a settled pause at a time, which keeps the payday; undefined where there is none, or nothing is left to go on
 * with.
 *
 * @param time Unix seconds
 */
export const calendarResume = (
  { group }: CalendarPace,
  { state, principal }: CalendarBalance,
  time: bigint,
): CalendarResume | undefined => {
  if (state.kind !== 'SALARY' || group.kind !== 'SALARY' || state.status !== 'PAUSED') return undefined;
  const { paydays } = group;
  const step = paydayStep(paydays);
  let passed = 0n;
  while (paydayTime(paydays, state.next + passed * step) <= time) passed += 1n;
  const periods = passed > 0n && state.open === 'ONE' ? 1 : 0;
  if (state.unpaid - periods === 0) return undefined;
  const paid = periods === 0 ? 0n : state.amount;
  return {
    locktime: time,
    paid,
    left: principal - paid,
    state: {
      ...state,
      status: 'ACTIVE',
      open: 'ALL',
      unpaid: state.unpaid - periods,
      next: state.next + passed * step,
      movesTo: undefined,
    },
    argument: passed,
  };
};
