import { findLocalTimeProblem, findPaydayTermsProblem, type LocalTime, type Paydays } from '@weir/calendar';
import { calendarFeeLimits, type CalendarProduct, type FeeLimits } from '@weir/contracts';
import {
  type Allocation,
  leastPaidOf,
  LEAST_LOCAL_NOTICE,
  LEAST_PLAN_NOTICE,
  MAX_MOVE_DELAY,
  MAX_PERIODS,
  MAX_PLAN_NOTICE,
} from '@weir/kinds';
import { isParty, type Party } from '../chain/party.js';
import { PLAN_TOKEN_PAYOUT_SATOSHIS } from '../plan/plan-limits.js';
import { FEE_STEP, leastMoveDelay } from '../plan/plan-terms.js';

export type { CalendarProduct };

/** What the streams of a product are. */
export type CalendarKind = 'SALARY' | 'GRANT' | 'TRANCHES';

/** Terms that the salaries at one address share. */
export interface SalaryGroup {
  readonly kind: 'SALARY';
  readonly paydays: Paydays;
  /** Blocks between a pause or cancel and its settling or refund; 0 where the salaries cannot be cancelled. */
  readonly noticeBlocks: number;
  /** Only where also cancelable: only the sender ends a pause. */
  readonly pausable: boolean;
  readonly cancelable: boolean;
}

/** Terms that the grants at one address share. */
export interface GrantGroup {
  readonly kind: 'GRANT';
  /** Months from one installment to the next, 1 to 12. */
  readonly months: bigint;
  /** Number of the installment with which all earlier ones vest; 1 for none. */
  readonly cliff: bigint;
  readonly local: LocalTime;
  /** In BCH CUMULATIVE_ROUND_DOWN. */
  readonly allocation: Allocation;
  /** Blocks between a cancel and its refund; 0 where the grants cannot be cancelled. */
  readonly noticeBlocks: number;
}

/** Terms that the lists of tranches at one address share. */
export interface TranchesGroup {
  readonly kind: 'TRANCHES';
  /** Blocks between a cancel and its refund; 0 where the lists cannot be cancelled. */
  readonly noticeBlocks: number;
}

/** Terms that the streams at one address share. */
export type CalendarGroup = SalaryGroup | GrantGroup | TranchesGroup;

/** What all streams of a plan by the calendar share, as announced. */
export interface CalendarTerms {
  readonly product: CalendarProduct;
  /** Locking bytecode of the sender, who authorizes cancels and sweeps by a coin at input 0, and gets what returns. */
  readonly sender: Party;
  /** 16 random bytes, so that two plans of equal terms have different addresses. */
  readonly nonce: Uint8Array;
  /** Satoshis that a payment may take from a stream's reserve if it leaves something to pay, a multiple of 10. */
  readonly fee: bigint;
  /** Satoshis that the last payment, a refund or a settling may take; a multiple of 10. */
  readonly floor: bigint;
  /** Blocks between the announcement of another address and the move to it; 0 where recipients cannot move. */
  readonly delay: number;
  /** 1 to {@link MAX_CALENDAR_GROUPS} groups, each with an address of its own. */
  readonly groups: readonly CalendarGroup[];
}

/** Most groups of terms in an announcement: with a P2SH32 sender it then has 216 of the 223 bytes that nodes relay. */
export const MAX_CALENDAR_GROUPS = 14;

/** The rule that the terms of a plan by the calendar break. */
export type CalendarTermsProblem =
  | 'MALFORMED'
  | 'SENDER_NOT_STANDARD'
  | 'FEE_OUT_OF_RANGE'
  /** Out of its range, or below the fee: a payment would leave too little for the next one. */
  | 'FLOOR_OUT_OF_RANGE'
  | 'DELAY_OUT_OF_RANGE'
  | 'TOO_MANY_GROUPS'
  | 'NO_GROUPS'
  | 'GROUP_TWICE'
  | 'MONTHS_OUT_OF_RANGE'
  | 'DAY_OUT_OF_RANGE'
  | 'SECOND_DAY_OUT_OF_RANGE'
  | 'TIME_OUT_OF_RANGE'
  | 'UTC_OFFSET_OUT_OF_RANGE'
  | 'CLIFF_OUT_OF_RANGE'
  /** In BCH nobody compares the parts with a cap table. */
  | 'ALLOCATION_OF_SHARES'
  | 'NOTICE_OUT_OF_RANGE'
  | 'PAUSE_WITHOUT_CANCEL';

/** Returns the fee and the floor that streams by the calendar have unless their terms say others, satoshis. */
export const defaultCalendarFees = (product: CalendarProduct): Pick<CalendarTerms, 'fee' | 'floor'> => {
  const { fee, floor } = calendarFeeLimits(product);
  return { fee: fee.default, floor: floor.default };
};

/** Returns what the streams of a product are. */
export const calendarKindOf = (product: CalendarProduct): CalendarKind =>
  product.startsWith('SALARY') ? 'SALARY' : product.startsWith('GRANT') ? 'GRANT' : 'TRANCHES';

/** Whether a product's principal is satoshis, held by the state itself, rather than tokens in its companion. */
export const isBchCalendar = (product: CalendarProduct): boolean => product.endsWith('_BCH');

/** Returns the satoshis that a refund, a settling or a move may take; a clock of a salary holds as many. */
export const calendarStepFee = ({ product, floor }: Pick<CalendarTerms, 'product' | 'floor'>): bigint =>
  isBchCalendar(product) ? floor : floor - PLAN_TOKEN_PAYOUT_SATOSHIS;

/** Returns the smallest payment and the smallest remainder: 576 satoshis in BCH, the dust of a P2SH32; one unit of a token. */
export const leastCalendarPayment = (product: CalendarProduct): bigint =>
  leastPaidOf(isBchCalendar(product) ? 'BCH' : 'FUNGIBLE_TOKEN');

const needsNotice = (group: CalendarGroup): boolean =>
  group.kind === 'SALARY' ? group.cancelable : group.noticeBlocks > 0;

const noticeProblem = (group: CalendarGroup, least: number): CalendarTermsProblem | undefined => {
  const { noticeBlocks } = group;
  if (!Number.isInteger(noticeBlocks)) return 'NOTICE_OUT_OF_RANGE';
  if (!needsNotice(group)) return noticeBlocks === 0 ? undefined : 'NOTICE_OUT_OF_RANGE';
  return noticeBlocks >= least && noticeBlocks <= MAX_PLAN_NOTICE ? undefined : 'NOTICE_OUT_OF_RANGE';
};

const datesProblem = (group: CalendarGroup, bch: boolean): CalendarTermsProblem | undefined => {
  switch (group.kind) {
    case 'SALARY':
      return group.pausable && !group.cancelable ? 'PAUSE_WITHOUT_CANCEL' : findPaydayTermsProblem(group.paydays);
    case 'GRANT': {
      const { months, cliff, local, allocation } = group;
      if (months < 1n || months > 12n) return 'MONTHS_OUT_OF_RANGE';
      if (cliff < 1n || cliff > BigInt(MAX_PERIODS)) return 'CLIFF_OUT_OF_RANGE';
      if (bch && allocation !== 'CUMULATIVE_ROUND_DOWN') return 'ALLOCATION_OF_SHARES';
      return findLocalTimeProblem(local);
    }
    case 'TRANCHES':
      return undefined;
  }
};

/**
 * Returns the first rule that a group of terms breaks, or undefined.
 *
 * @param bch whether its money is satoshis
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`), so that a short notice is enough
 */
export const findCalendarGroupProblem = (
  group: CalendarGroup,
  bch: boolean,
  local = false,
): CalendarTermsProblem | undefined =>
  datesProblem(group, bch) ?? noticeProblem(group, local ? LEAST_LOCAL_NOTICE : LEAST_PLAN_NOTICE);

/** Returns a text that is the same only for equal groups of one kind. */
export const calendarGroupKey = (group: CalendarGroup): string => {
  switch (group.kind) {
    case 'SALARY': {
      const { months, day, secondDay = 0n, time, utcOffset } = group.paydays;
      const stops = [group.noticeBlocks, Number(group.pausable), Number(group.cancelable)];
      return [months, day, secondDay, time, utcOffset, ...stops].join('/');
    }
    case 'GRANT':
      return [
        group.months,
        group.cliff,
        group.local.time,
        group.local.utcOffset,
        group.allocation,
        group.noticeBlocks,
      ].join('/');
    case 'TRANCHES':
      return group.noticeBlocks.toString();
  }
};

const isIn = ({ least, most }: FeeLimits, satoshis: bigint): boolean =>
  satoshis >= least && satoshis <= most && satoshis % FEE_STEP === 0n;

const feeProblem = ({ product, fee, floor }: CalendarTerms): CalendarTermsProblem | undefined => {
  const ranges = calendarFeeLimits(product);
  if (!isIn(ranges.fee, fee)) return 'FEE_OUT_OF_RANGE';
  return isIn(ranges.floor, floor) && floor >= fee ? undefined : 'FLOOR_OUT_OF_RANGE';
};

const isDelay = (delay: number, local: boolean): boolean =>
  delay === 0 || (Number.isInteger(delay) && delay >= leastMoveDelay(local) && delay <= MAX_MOVE_DELAY);

const NONCE_LENGTH = 16;

/**
 * Returns the first rule that the terms of a plan by the calendar break, or undefined when they are sound. The same check serves what a
 * user asks for and what an announcement claims: the scripts accept day 0, month -1 and a period of no months, too.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks, and delays of moves
 *   at 1
 */
export const findCalendarTermsProblem = (terms: CalendarTerms, local = false): CalendarTermsProblem | undefined => {
  const { product, sender, nonce, groups } = terms;
  if (nonce.length !== NONCE_LENGTH || groups.some(({ kind }) => kind !== calendarKindOf(product))) return 'MALFORMED';
  if (!isParty(sender)) return 'SENDER_NOT_STANDARD';
  if (groups.length === 0) return 'NO_GROUPS';
  if (groups.length > MAX_CALENDAR_GROUPS) return 'TOO_MANY_GROUPS';
  if (!isDelay(terms.delay, local)) return 'DELAY_OUT_OF_RANGE';
  if (new Set(groups.map(calendarGroupKey)).size !== groups.length) return 'GROUP_TWICE';
  const problems = groups.map((group) => findCalendarGroupProblem(group, isBchCalendar(product), local));
  return feeProblem(terms) ?? problems.find((problem) => problem !== undefined);
};
