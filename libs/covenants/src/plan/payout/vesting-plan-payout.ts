import { lastTimeOfAtMost, timeOfVested, vestedAmount, type VestingSchedule } from '@weir/vesting';
import { hasNotice, type PlanBalance } from '../plan-coin.js';
import type { PlanPace } from '../plan-contract.js';
import { PLAN_PUSH_DIVISOR, leastPayment } from '../plan-limits.js';
import type { VestingSlot } from '../plan-state.js';
import type { PlanPayout } from './plan-payout.types.js';

/**
 * Returns the schedule of a vesting stream of a plan. Its total, units of the asset, is what was paid plus what is
 * left.
 *
 * @throws RangeError for a group of recurring streams
 */
export const slotSchedule = (
  { group }: PlanPace,
  { principal }: Pick<PlanBalance, 'principal'>,
  { released, start, end }: VestingSlot,
): VestingSchedule => {
  if (group.kind !== 'VESTING') throw new RangeError('Vesting stream is at the address of a group of another kind');
  const cliff = group.cliff === 0n ? 0n : start + group.cliff;
  return { total: released + principal, start, end, cliff, step: group.step };
};

/**
 * Returns the largest payment of a vesting stream at or before a locktime; undefined where none is. A locktime before
 * the last payment's pays nothing, since what is due depends on time only through what has vested.
 */
export const vestingSlotPayout = (
  contract: PlanPace,
  coin: PlanBalance,
  slot: VestingSlot,
  locktime: bigint,
): PlanPayout | undefined => {
  const schedule = slotSchedule(contract, coin, slot);
  const least = leastPayment(contract.terms.product);
  const at = (time: bigint): PlanPayout => {
    const vested = vestedAmount(schedule, time);
    const due = vested - slot.released;
    const left = schedule.total - vested;
    const small = hasNotice(coin) && left > 0n && due * PLAN_PUSH_DIVISOR < schedule.total;
    const weight = { paid: due, of: coin.principal };
    return { locktime: time, due, left, state: { ...slot, released: vested }, weight, small };
  };
  const isPayable = ({ due, left }: PlanPayout): boolean => due >= least && (left === 0n || left >= least);
  const full = at(locktime);
  if (isPayable(full)) return full;
  if (full.left >= least || full.due < least) return undefined;
  const earlier = lastTimeOfAtMost(schedule, schedule.total - least);
  const part = earlier === undefined ? undefined : at(earlier);
  return part !== undefined && isPayable(part) ? part : undefined;
};

/**
 * Returns the earliest locktime from which a vesting stream has a payment, Unix seconds; undefined once everything is
 * paid.
 */
export const nextVestingPayoutTime = (contract: PlanPace, coin: PlanBalance, slot: VestingSlot): bigint | undefined => {
  const schedule = slotSchedule(contract, coin, slot);
  if (coin.principal < leastPayment(contract.terms.product)) return undefined;
  const time = timeOfVested(schedule, slot.released + leastPayment(contract.terms.product)) ?? schedule.end;
  return vestingSlotPayout(contract, coin, slot, time) === undefined ? schedule.end : time;
};
