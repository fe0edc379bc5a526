import { MAX_LOCKTIME } from '@weir/vesting';
import type { PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import type { RecurringSlot } from '../plan-state.js';
import { amountOfPeriods, slotInterval } from './recurring-plan-payout.js';

/** What a resume at a locktime does to a paused recurring stream: a move that is pending ends. Units of the asset, and Unix seconds. */
export interface PlanResume {
  readonly locktime: bigint;
  /** The period that was still running, paid at once; 0 where it was paid before. */
  readonly paid: bigint;
  readonly left: bigint;
  /** The state after it; its next due date is an interval after the locktime. */
  readonly state: RecurringSlot;
}

/**
 * Returns what a resume does, or undefined where none is possible: the stream is not paused (or its pause still has
 * to be settled), only the last period is left, which is paid at its date anyway, or the next date is beyond the
 * largest locktime.
 *
 * @param locktime Unix seconds
 */
export const planResume = (contract: PlanContract, coin: PlanCoin, locktime: bigint): PlanResume | undefined => {
  const { state } = coin;
  if (state.kind !== 'RECURRING' || state.status !== 'PAUSED') return undefined;
  const periods = state.open === 'ONE' ? 1 : 0;
  const unpaid = state.unpaid - periods;
  const next = locktime + slotInterval(contract);
  if (unpaid <= 0 || next > MAX_LOCKTIME) return undefined;
  const paid = amountOfPeriods(coin, state, periods);
  return {
    locktime,
    paid,
    left: coin.principal - paid,
    state: { ...state, movesTo: undefined, status: 'ACTIVE', open: 'ALL', unpaid, next },
  };
};
