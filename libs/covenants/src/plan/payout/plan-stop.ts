import { vestedAmount } from '@weir/vesting';
import { hasNotice, type PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { leastPayment } from '../plan-limits.js';
import type { PlanState, RecurringSlot, RecurringSlotStatus, VestingSlot } from '../plan-state.js';
import { afterPeriods, amountOfPeriods, duePeriodsOf } from './recurring-plan-payout.js';
import { slotSchedule } from './vesting-plan-payout.js';

/** How the sender stops a stream: for good or, for recurring streams, until a resume. */
export type PlanStopKind = 'cancel' | 'pause';

/** What a stop at a locktime does to a stream: a move that is pending ends. Units of the asset, and Unix seconds. */
export interface PlanStop {
  readonly kind: PlanStopKind;
  readonly locktime: bigint;
  /** Paid to the recipient by the stop itself. In BCH an amount due below dust stays, for a later push to include. */
  readonly paid: bigint;
  /** Principal left when the notice starts. */
  readonly left: bigint;
  readonly state: PlanState;
}

const stopVesting = (
  contract: PlanContract,
  coin: PlanCoin,
  slot: VestingSlot,
  locktime: bigint,
): PlanStop | undefined => {
  const schedule = slotSchedule(contract, coin, slot);
  const vested = vestedAmount(schedule, locktime);
  if (contract.group.noticeBlocks === 0 || vested >= schedule.total) return undefined;
  const due = vested - slot.released;
  const paid = due >= leastPayment(contract.terms.product) ? due : 0n;
  const state = { ...slot, movesTo: undefined, released: slot.released + paid };
  return { kind: 'cancel', locktime, paid, left: coin.principal - paid, state };
};

const mayStop = ({ group }: PlanContract, { status }: RecurringSlot, kind: PlanStopKind): boolean => {
  if (group.kind !== 'RECURRING') return false;
  if (kind === 'pause') return group.pausable && status === 'ACTIVE';
  return group.cancelable && (status === 'ACTIVE' || status === 'PAUSED');
};

const stopRecurring = (
  contract: PlanContract,
  coin: PlanCoin,
  slot: RecurringSlot,
  kind: PlanStopKind,
  locktime: bigint,
): PlanStop | undefined => {
  const periods = duePeriodsOf(contract, slot, locktime);
  if (!mayStop(contract, slot, kind) || periods >= slot.unpaid) return undefined;
  const paid = amountOfPeriods(coin, slot, periods);
  const status: RecurringSlotStatus = kind === 'pause' ? 'PAUSING' : 'CANCELLED';
  const state = { ...afterPeriods(contract, slot, periods), movesTo: undefined, status };
  return { kind, locktime, paid, left: coin.principal - paid, state };
};

/** Returns a recurring stream after its pause was settled: of what is unpaid only the period that runs then may still fall due. */
export const settledSlot = (slot: RecurringSlot): RecurringSlot => ({ ...slot, status: 'PAUSED', open: 'ONE' });

/**
 * Returns what a stop does, or undefined where none is possible: a notice runs already, the stream is not cancelable
 * (or pausable), a vesting stream is to be paused, or everything is due.
 *
 * @param locktime Unix seconds
 */
export const planStop = (
  contract: PlanContract,
  coin: PlanCoin,
  kind: PlanStopKind,
  locktime: bigint,
): PlanStop | undefined => {
  if (hasNotice(coin)) return undefined;
  if (coin.state.kind === 'RECURRING') return stopRecurring(contract, coin, coin.state, kind, locktime);
  return kind === 'cancel' ? stopVesting(contract, coin, coin.state, locktime) : undefined;
};
