import {
  type CalendarGrant,
  findGrantProblem,
  findPaydaysProblem,
  findTranchesProblem,
  type Tranche,
  trancheListHash,
  tranchesTotal,
} from '@weir/calendar';
import { MAX_PERIODS, MAX_SATOSHIS } from '@weir/kinds';
import { MAX_AMOUNT } from '@weir/vesting';
import { bytesKey } from '../bytes/read-bytes.js';
import { MAX_STREAM_INDEX, MAX_STREAM_RESERVE } from '../plan/plan-limits.js';
import type { CalendarState, GrantState, SalaryState } from './calendar-state.js';
import {
  type CalendarGroup,
  type CalendarTerms,
  type GrantGroup,
  isBchCalendar,
  leastCalendarPayment,
  type SalaryGroup,
} from './calendar-terms.js';

/** The rule that the numbers of a new stream by the calendar break. Each would allow a theft or lock money up. */
export type CalendarStreamProblem =
  | 'INDEX_OUT_OF_RANGE'
  /** It holds another number of units than its index: free units could serve as anybody's clock. */
  | 'UNITS_NOT_INDEX'
  /** It starts with a move that is pending, to which no recipient agreed. */
  | 'MOVES_ALREADY'
  /** It starts paused, cancelled or under notice. */
  | 'NOT_ACTIVE'
  /** Its group is of another kind. */
  | 'OTHER_KIND'
  /** Less than the floor and a fee for each payment: a payment could find nothing left for its fee. Or more than its bytes hold. */
  | 'RESERVE_OUT_OF_RANGE'
  /** Less than an output that nodes relay, or more than can exist. */
  | 'AMOUNT_OUT_OF_RANGE'
  /** A day that no month has, more periods than a state counts, or a cliff that leaves too little. */
  | 'SCHEDULE_UNSOUND'
  /** The scripts count a leap year every four years, which 2100 is not. */
  | 'LAST_AFTER_JANUARY_2100'
  /** What was paid before the funding is the vested amount of no installment. */
  | 'RELEASED_NOT_VESTED'
  /** No outputs of the funding announce the tranches, or another list. */
  | 'TRANCHES_NOT_ANNOUNCED'
  | 'TRANCHES_UNSOUND';

/** The numbers of a stream as its funding makes it. */
export interface NewCalendarStream {
  readonly units: bigint;
  readonly state: CalendarState;
  /** Units of the asset. */
  readonly principal: bigint;
  /** Satoshis. */
  readonly reserve: bigint;
  /** Of a list: its tranches, as the funding announces them. */
  readonly tranches?: readonly Tranche[] | undefined;
}

/** Satoshis of a payment's fee for each tranche beside the fee of its terms: the bytes that it shows. */
const TRANCHE_FEE = 43n;

/**
 * Returns the satoshis of reserve that pay for everything, no matter who pays in how many steps: the floor, and a fee for each payment
 * that there may be.
 */
export const calendarReserve = (
  { fee, floor }: Pick<CalendarTerms, 'fee' | 'floor'>,
  kind: CalendarState['kind'],
  payments: bigint,
): bigint => floor + payments * (kind === 'TRANCHES' ? fee + TRANCHE_FEE : fee);

const isAmount = (amount: bigint, product: CalendarTerms['product']): boolean =>
  amount >= leastCalendarPayment(product) && amount <= (isBchCalendar(product) ? MAX_SATOSHIS : MAX_AMOUNT);

const salaryProblem = (
  { product }: CalendarTerms,
  { paydays }: SalaryGroup,
  { status, open, unpaid, next, amount }: SalaryState,
  principal: bigint,
): CalendarStreamProblem | undefined => {
  if (status !== 'ACTIVE' || open !== 'ALL') return 'NOT_ACTIVE';
  if (unpaid < 1 || unpaid > MAX_PERIODS) return 'SCHEDULE_UNSOUND';
  if (!isAmount(amount, product) || !isAmount(principal, product) || principal < amount * BigInt(unpaid))
    return 'AMOUNT_OUT_OF_RANGE';
  const problem = findPaydaysProblem(paydays, next, BigInt(unpaid));
  if (problem === undefined) return undefined;
  return problem === 'LAST_AFTER_JANUARY_2100' ? problem : 'SCHEDULE_UNSOUND';
};

/** Returns the schedule of a grant: its group's terms and its own. */
export const grantOf = (
  { months, cliff, local, allocation }: GrantGroup,
  state: GrantState,
  principal: bigint,
): CalendarGrant => {
  const { released, day, firstMonth, installments } = state;
  return { ...local, total: released + principal, months, day, firstMonth, installments, cliff, allocation };
};

const grantProblem = (
  { product }: CalendarTerms,
  group: GrantGroup,
  state: GrantState,
  principal: bigint,
): CalendarStreamProblem | undefined => {
  if (!isAmount(principal, product) || !isAmount(principal + state.released, product)) return 'AMOUNT_OUT_OF_RANGE';
  if (state.installments > BigInt(MAX_PERIODS)) return 'SCHEDULE_UNSOUND';
  const least = leastCalendarPayment(product);
  const problem = findGrantProblem(grantOf(group, state, principal), { least, released: state.released });
  if (problem === undefined) return undefined;
  return problem === 'LAST_AFTER_JANUARY_2100' || problem === 'RELEASED_NOT_VESTED' ? problem : 'SCHEDULE_UNSOUND';
};

/** Returns how many payments a stream may have as its funding makes it. */
export const calendarPayments = ({ state, tranches = [] }: Pick<NewCalendarStream, 'state' | 'tranches'>): bigint => {
  switch (state.kind) {
    case 'SALARY':
      return BigInt(state.unpaid);
    case 'GRANT':
      return state.installments;
    case 'TRANCHES':
      return BigInt(tranches.length);
  }
};

const listProblem = (
  { product }: CalendarTerms,
  list: Uint8Array,
  { principal, tranches }: NewCalendarStream,
): CalendarStreamProblem | undefined => {
  if (!isAmount(principal, product)) return 'AMOUNT_OUT_OF_RANGE';
  if (tranches === undefined || bytesKey(trancheListHash(tranches)) !== bytesKey(list)) return 'TRANCHES_NOT_ANNOUNCED';
  const problem = findTranchesProblem(tranches, leastCalendarPayment(product));
  return problem !== undefined || tranchesTotal(tranches) !== principal ? 'TRANCHES_UNSOUND' : undefined;
};

const scheduleProblem = (
  terms: CalendarTerms,
  group: CalendarGroup,
  stream: NewCalendarStream,
): CalendarStreamProblem | undefined => {
  const { state, principal } = stream;
  if (state.kind === 'SALARY' && group.kind === 'SALARY') return salaryProblem(terms, group, state, principal);
  if (state.kind === 'GRANT' && group.kind === 'GRANT') return grantProblem(terms, group, state, principal);
  return state.kind === 'TRANCHES' && group.kind === 'TRANCHES' ? listProblem(terms, state.list, stream) : 'OTHER_KIND';
};

const isReserve = (terms: CalendarTerms, stream: NewCalendarStream): boolean => {
  const { reserve, state } = stream;
  // A move puts the fee of its end into the reserve, once for each announcement.
  const most = isBchCalendar(terms.product)
    ? MAX_STREAM_RESERVE - (terms.delay === 0 ? 0n : terms.floor)
    : MAX_SATOSHIS;
  return reserve >= calendarReserve(terms, state.kind, calendarPayments(stream)) && reserve <= most;
};

/**
 * Returns the first rule that the numbers of a new stream break, or undefined. The same check serves what a user asks for and what a
 * funding shows. The scripts accept day 0, day 32 and months that go back, so nothing but this check refuses them.
 */
export const findCalendarStreamProblem = (
  terms: CalendarTerms,
  group: CalendarGroup,
  stream: NewCalendarStream,
): CalendarStreamProblem | undefined => {
  const { units, state } = stream;
  if (state.index < 1 || state.index > MAX_STREAM_INDEX) return 'INDEX_OUT_OF_RANGE';
  if (units !== BigInt(state.index)) return 'UNITS_NOT_INDEX';
  if (state.movesTo !== undefined) return 'MOVES_ALREADY';
  return scheduleProblem(terms, group, stream) ?? (isReserve(terms, stream) ? undefined : 'RESERVE_OUT_OF_RANGE');
};
