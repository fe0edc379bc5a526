import { MAX_PERIODS, MAX_SATOSHIS, P2SH32_DUST } from '@weir/kinds';
import { isCliffSound, MAX_AMOUNT, MAX_LOCKTIME, MIN_TIME } from '@weir/vesting';
import { slotSchedule } from '../payout/vesting-plan-payout.js';
import type { PlanHolding } from '../plan-coin.js';
import type { PlanPace } from '../plan-contract.js';
import { isBchPlan, MAX_STREAM_INDEX, MAX_STREAM_RESERVE, leastPayment, stepFeeOf } from '../plan-limits.js';
import type { RecurringSlot, VestingSlot } from '../plan-state.js';
import { isTransferable, type PlanGroup, type PlanTerms } from '../plan-terms.js';

/** The rule that the numbers of a new stream break. Each would allow a theft or lock money up. */
export type StreamProblem =
  /** 0, negative when read by the script, or above 32,767. */
  | 'INDEX_OUT_OF_RANGE'
  /** It holds another number of units than its index: free units could serve as anybody's clock. */
  | 'UNITS_NOT_INDEX'
  /** It claims that something was paid already. */
  | 'PAID_ALREADY'
  /** It starts paused, cancelled or under notice. */
  | 'NOT_ACTIVE'
  /** It starts with a move that is pending, to which no recipient agreed. */
  | 'MOVES_ALREADY'
  /**
   * Below the floor, so that its last payment could not be made; or negative when read by the script, at once or, where recipients
   * move, after an announcement has added the fee of the move.
   */
  | 'RESERVE_OUT_OF_RANGE'
  /** Less than an output that nodes relay, or more than can exist. */
  | 'AMOUNT_OUT_OF_RANGE'
  /**
   * A time that is a block height, an end before the start or the cliff, a due date that no locktime reaches, or a
   * cliff that leaves 1 to 575 satoshis of the total (`isCliffSound`): nothing could be paid between it and the end.
   */
  | 'SCHEDULE_UNSOUND'
  /** It does not lie at the address of its kind. */
  | 'OTHER_KIND';

/** Whether an amount can be paid and exists. In BCH it is above the dust of a P2SH32, which any recipient may be. */
const isAmount = (amount: bigint, bch: boolean): boolean =>
  bch ? amount >= P2SH32_DUST && amount <= MAX_SATOSHIS : amount >= 1n && amount <= MAX_AMOUNT;

/** Whether a locktime reaches a time. */
const isTime = (time: bigint): boolean => time >= MIN_TIME && time <= MAX_LOCKTIME;

const vestingProblem = (pace: PlanPace, state: VestingSlot, principal: bigint): StreamProblem | undefined => {
  const { group } = pace;
  const { released, start, end } = state;
  if (group.kind !== 'VESTING') return 'OTHER_KIND';
  if (released !== 0n) return 'PAID_ALREADY';
  if (!isAmount(principal, isBchPlan(pace.terms.product))) return 'AMOUNT_OUT_OF_RANGE';
  const ordered = isTime(start) && isTime(end) && start < end && start + group.cliff <= end;
  const sound = ordered && isCliffSound(slotSchedule(pace, { principal }, state), leastPayment(pace.terms.product));
  return sound ? undefined : 'SCHEDULE_UNSOUND';
};

const recurringProblem = (
  { status, open, unpaid, next, amount }: RecurringSlot,
  principal: bigint,
  group: PlanGroup,
  bch: boolean,
): StreamProblem | undefined => {
  if (group.kind !== 'RECURRING') return 'OTHER_KIND';
  if (status !== 'ACTIVE' || open !== 'ALL') return 'NOT_ACTIVE';
  if (unpaid < 1 || unpaid > MAX_PERIODS) return 'SCHEDULE_UNSOUND';
  if (!isAmount(amount, bch) || !isAmount(principal, bch) || principal < amount * BigInt(unpaid))
    return 'AMOUNT_OUT_OF_RANGE';
  return isTime(next) && isTime(next + BigInt(unpaid - 1) * group.interval) ? undefined : 'SCHEDULE_UNSOUND';
};

/** Whether a reserve can be encoded, is read back as itself, and satisfies the covenant. */
const isReserve = (reserve: bigint, terms: PlanTerms): boolean => {
  const room = isTransferable(terms) ? stepFeeOf(terms) : 0n;
  return reserve >= terms.floor && reserve + room <= (isBchPlan(terms.product) ? MAX_STREAM_RESERVE : MAX_SATOSHIS);
};

/**
 * Returns the first rule that the numbers of a new stream break, or undefined. The same check serves what a user asks
 * for and what a funding shows (design of plans, section 6, checks 4 to 6).
 */
export const findStreamProblem = (
  terms: PlanTerms,
  group: PlanGroup,
  { units, state, principal, reserve }: Pick<PlanHolding, 'units' | 'state' | 'principal' | 'reserve'>,
): StreamProblem | undefined => {
  const bch = isBchPlan(terms.product);
  if (state.index < 1 || state.index > MAX_STREAM_INDEX) return 'INDEX_OUT_OF_RANGE';
  if (units !== BigInt(state.index)) return 'UNITS_NOT_INDEX';
  if (!isReserve(reserve, terms)) return 'RESERVE_OUT_OF_RANGE';
  if (state.movesTo !== undefined) return 'MOVES_ALREADY';
  return state.kind === 'VESTING'
    ? vestingProblem({ terms, group }, state, principal)
    : recurringProblem(state, principal, group, bch);
};
