import { BLOCK_SECONDS } from '@weir/kinds';
import { type Pace, paydayFrom } from './pace.js';

/** The present state of a salary. Amounts in base units, times in Unix seconds. */
export interface SalaryNow {
  readonly status: string;
  readonly amountPerPeriod: bigint;
  readonly pace: Pace;
  readonly periods: number;
  /** Periods that were paid. */
  readonly paid: number;
  /** When the first period falls due that was not paid; null where none does. */
  readonly nextDue: number | null;
}

/** What becomes of a salary that is cancelled now, and followed by a new one. */
export interface SalaryChange {
  /** The last payday that the old salary pays; null where it pays none. */
  readonly paidUntil: number | null;
  /** The first payday of the new one: no payday is lost, and none is paid twice. */
  readonly firstNew: number;
  /** What returns to the sender after the notice, beside the unused reserve. */
  readonly returns: bigint;
  /** Paydays that the old one does not pay. */
  readonly left: number;
  /** Latest time at which the cancel may be sent: later the old salary might still pay `firstNew`. */
  readonly sendBy: number;
}

/** Why a salary cannot be changed now. */
export type NoChange =
  | { readonly problem: 'NOT_ACTIVE' | 'ENDED' }
  /** Its next payday is so close that it may fall into the notice, during which the old salary still pays. */
  | { readonly problem: 'SOON'; readonly at: number };

const HOUR = 3_600;
/** What a notice may take longer than twice its average: the chain's time is behind the clock. */
const MARGIN_SECONDS = 2 * HOUR;
/** What may pass between the last check of a cancel and its block. */
const SENDING_SECONDS = HOUR;
/** Time to review and sign a change that is offered. */
const SIGNING_SECONDS = HOUR;

/** Returns the time for which the rest of a notice may last, seconds: during it the old payment still pays what falls due. */
export const longestNotice = (blocks: number): number => 2 * blocks * BLOCK_SECONDS + MARGIN_SECONDS;

/**
 * Returns what a change of a salary does. A cancel pays all periods that are due, and the notice that follows pays those that fall
 * due before it ends. So the next payday must be later than any end of the notice: the new salary pays it.
 *
 * @param asOf the chain's time, Unix seconds
 */
export const changeOf = (salary: SalaryNow, asOf: number, noticeBlocks: number): SalaryChange | NoChange => {
  const { status, amountPerPeriod, pace, periods, paid, nextDue } = salary;
  if (status !== 'ACTIVE' || nextDue === null) return { problem: 'NOT_ACTIVE' };
  const open = periods - paid;
  let due = 0;
  while (due < open && paydayFrom(pace, nextDue, due) <= asOf) due += 1;
  const left = open - due;
  if (left <= 0) return { problem: 'ENDED' };
  const firstNew = paydayFrom(pace, nextDue, due);
  const sendBy = firstNew - longestNotice(noticeBlocks) - SENDING_SECONDS;
  if (asOf > sendBy - SIGNING_SECONDS) return { problem: 'SOON', at: firstNew };
  return {
    paidUntil: paid + due === 0 ? null : paydayFrom(pace, nextDue, due - 1),
    firstNew,
    returns: amountPerPeriod * BigInt(left),
    left,
    sendBy,
  };
};

/** Whether a salary can be changed. */
export const canChange = (change: SalaryChange | NoChange): change is SalaryChange => 'firstNew' in change;

/** A salary that was cancelled. Times in Unix seconds. */
export interface CancelledSalary {
  readonly status: string;
  /** The due date of its first period that is not paid so far; null where it was not cancelled. */
  readonly unpaidFrom: number | null;
  /** What returns to the sender; while it is `pending`, the notice runs. */
  readonly refund: { readonly status: string; readonly availableAtHeight: number | null } | null;
  readonly noticeBlocks: number;
}

/** Why no salary can follow a cancelled one now. */
export type NoFollowUp =
  | { readonly problem: 'NOT_CANCELLED' }
  /** It was paused: nothing falls due on its unpaid dates. */
  | { readonly problem: 'WAS_PAUSED' }
  /** While its notice runs, it may still pay this payday. */
  | { readonly problem: 'WAITS'; readonly at: number };

/**
 * Returns the first payday of the salary that follows a cancelled one: its first unpaid one, once the old salary certainly does not
 * pay that. So no payday is lost or paid twice, no matter how late the cancel was signed.
 *
 * @param asOf the chain's time, Unix seconds
 * @param height of the newest block; undefined where unknown
 */
export const followUpOf = (
  { status, unpaidFrom, refund, noticeBlocks }: CancelledSalary,
  asOf: number,
  height: number | undefined,
): { readonly firstNew: number } | NoFollowUp => {
  if (status !== 'CANCELLED' || unpaidFrom === null) return { problem: 'NOT_CANCELLED' };
  const end = refund?.availableAtHeight ?? null;
  if (refund?.status !== 'pending')
    return refund !== null && end === null ? { problem: 'WAS_PAUSED' } : { firstNew: unpaidFrom };
  const blocks = end === null || height === undefined ? noticeBlocks : Math.max(0, end - height);
  return unpaidFrom - asOf > longestNotice(blocks) ? { firstNew: unpaidFrom } : { problem: 'WAITS', at: unpaidFrom };
};

/** The fields of a plan's row that say where its periods end. */
interface RenewedRow {
  readonly status: string;
  readonly next_payment_date: number | null;
  readonly periods: number | null;
  readonly amount_per_period_base: bigint | null;
  readonly withdrawn_amount_base: bigint;
}

/**
 * Returns when the first payday of a renewal is, Unix seconds: the one after the last that is funded. Undefined where the
 * row does not say: of what is paused, cancelled or paid in full.
 */
export const renewalStart = (row: RenewedRow, pace: Pace): number | undefined => {
  const { status, next_payment_date: next, periods, amount_per_period_base: each, withdrawn_amount_base: paid } = row;
  if (status !== 'ACTIVE' || next === null || periods === null || each === null || each === 0n) return undefined;
  return paydayFrom(pace, next, periods - Number(paid / each));
};
