import { MAX_TIME } from '@weir/vesting';
import type { PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import type { RecurringSlot } from '../plan-state.js';
import { amountOfPeriods, slotInterval } from './recurring-plan-payout.js';

/** What a resume at a locktime does to a paused salary. Units of the asset. */
export interface PlanResume {
  readonly locktime: bigint;
  /** The period that was still running, paid at once; 0n where it was paid before. */
  readonly paid: bigint;
  readonly left: bigint;
  /** Its next date is an interval after the locktime. */
  readonly state: RecurringSlot;
}

/**
 * What a resume does, or undefined where none is possible: not paused (a pause whose notice runs is settled first), only the
 * last period left, which is paid at its date anyway, or no time left that a locktime can say.
 */
export const planResume = (contract: PlanContract, coin: PlanCoin, locktime: bigint): PlanResume | undefined => {
  const { state } = coin;
  if (state.kind !== 'RECURRING' || state.status !== 'PAUSED') return undefined;
  const periods = state.open === 'ONE' ? 1 : 0;
  const unpaid = state.unpaid - periods;
  const next = locktime + slotInterval(contract);
  if (unpaid <= 0 || next > MAX_TIME) return undefined;
  const paid = amountOfPeriods(coin, state, periods);
  return {
    locktime,
    paid,
    left: coin.principal - paid,
    state: { ...state, status: 'ACTIVE', open: 'ALL', unpaid, next },
  };
};
