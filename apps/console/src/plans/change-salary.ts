import { BLOCK_SECONDS } from '@weir/kinds';

/** The present state of a salary. Amounts in base units, times in Unix seconds. */
export interface SalaryNow {
  readonly status: string;
  readonly amountPerPeriod: bigint;
  readonly intervalSeconds: number;
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
}

/** Why a salary cannot be changed now. */
export type NoChange =
  | { readonly problem: 'NOT_ACTIVE' | 'ENDED' }
  /** Its next payday is so close that it may fall into the notice: then it is not certain who pays it. */
  | { readonly problem: 'SOON'; readonly at: number };

/** What a notice may take longer than on average, beside as much again: the chain's time is behind the clock. */
const MARGIN_SECONDS = 3 * 3_600;

/** Returns the time for which a notice may last, seconds: during it the old payment still pays what falls due. */
export const longestNotice = (blocks: number): number => 2 * blocks * BLOCK_SECONDS + MARGIN_SECONDS;

/**
 * Returns what a change of a salary does. A cancel pays all periods that are due, and the notice that follows pays those that fall
 * due before it ends. So the next payday must be later than any end of the notice: the new salary pays it.
 *
 * @param asOf the chain's time, Unix seconds
 */
export const changeOf = (salary: SalaryNow, asOf: number, noticeBlocks: number): SalaryChange | NoChange => {
  const { status, amountPerPeriod, intervalSeconds, periods, paid, nextDue } = salary;
  if (status !== 'ACTIVE' || nextDue === null) return { problem: 'NOT_ACTIVE' };
  const open = periods - paid;
  const due = nextDue > asOf ? 0 : Math.min(open, Math.floor((asOf - nextDue) / intervalSeconds) + 1);
  const left = open - due;
  if (left <= 0) return { problem: 'ENDED' };
  const firstNew = nextDue + due * intervalSeconds;
  if (firstNew - asOf < longestNotice(noticeBlocks)) return { problem: 'SOON', at: firstNew };
  return {
    paidUntil: paid + due === 0 ? null : firstNew - intervalSeconds,
    firstNew,
    returns: amountPerPeriod * BigInt(left),
    left,
  };
};

/** Whether a salary can be changed. */
export const canChange = (change: SalaryChange | NoChange): change is SalaryChange => 'firstNew' in change;

/** The fields of a plan's row that say where its periods end. */
interface RenewedRow {
  readonly status: string;
  readonly next_payment_date: number | null;
  readonly step: number | null;
  readonly periods: number | null;
  readonly amount_per_period_base: bigint | null;
  readonly withdrawn_amount_base: bigint;
}

/**
 * Returns when the first payday of a renewal is, Unix seconds: an interval after the last one that is funded. Undefined where the
 * row does not say: of what is paused, cancelled or paid in full.
 */
export const renewalStart = (row: RenewedRow): number | undefined => {
  const {
    status,
    next_payment_date: next,
    step,
    periods,
    amount_per_period_base: each,
    withdrawn_amount_base: paid,
  } = row;
  if (status !== 'ACTIVE' || next === null || step === null || periods === null || each === null || each === 0n)
    return undefined;
  return next + (periods - Number(paid / each)) * step;
};
