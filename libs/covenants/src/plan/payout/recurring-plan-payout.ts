import type { PlanBalance } from '../plan-coin.js';
import type { PlanPace } from '../plan-contract.js';
import type { RecurringSlot } from '../plan-state.js';
import type { PlanPayout } from './plan-payout.types.js';

/**
 * Returns the seconds from one due date of a recurring stream to the next.
 *
 * @throws RangeError for a group of vesting streams
 */
export const slotInterval = ({ group }: PlanPace): bigint => {
  if (group.kind !== 'RECURRING') throw new RangeError('Salary is at the address of a group of another kind');
  return group.interval;
};

/** Returns the number of periods of a recurring stream that may fall due before a resume. */
export const openPeriods = ({ open, unpaid }: RecurringSlot): number => {
  if (open === 'ALL') return unpaid;
  return open === 'ONE' ? 1 : 0;
};

/**
 * Returns the number of periods of a recurring stream that are due at a locktime: those whose date has come, as far
 * as they are open.
 */
export const duePeriodsOf = (contract: PlanPace, slot: RecurringSlot, locktime: bigint): number => {
  if (locktime < slot.next) return 0;
  const come = (locktime - slot.next) / slotInterval(contract) + 1n;
  const open = openPeriods(slot);
  return come < BigInt(open) ? Number(come) : open;
};

/** Returns what a number of periods pays, units of the asset. Paying all of them takes everything that is left. */
export const amountOfPeriods = (
  { principal }: Pick<PlanBalance, 'principal'>,
  { amount, unpaid }: RecurringSlot,
  periods: number,
): bigint => (periods < unpaid ? amount * BigInt(periods) : principal);

/** Returns a recurring stream after a number of periods were paid. The one open period of a pause is then paid, too. */
export const afterPeriods = (contract: PlanPace, slot: RecurringSlot, periods: number): RecurringSlot => ({
  ...slot,
  unpaid: slot.unpaid - periods,
  open: slot.open === 'ONE' && periods > 0 ? 'NONE' : slot.open,
  next: slot.next + BigInt(periods) * slotInterval(contract),
});

/** Returns the payment of all periods of a recurring stream that are due at a locktime; undefined where none is. */
export const recurringPayout = (
  contract: PlanPace,
  coin: PlanBalance,
  slot: RecurringSlot,
  locktime: bigint,
): PlanPayout | undefined => {
  const periods = duePeriodsOf(contract, slot, locktime);
  if (periods === 0) return undefined;
  const due = amountOfPeriods(coin, slot, periods);
  const state = afterPeriods(contract, slot, periods);
  return { locktime, due, left: coin.principal - due, state, weight: weightOf(slot, periods), small: false };
};

/** Weighs a payment by its periods, whose last may pay another amount than the others. */
const weightOf = ({ unpaid }: RecurringSlot, periods: number): PlanPayout['weight'] => ({
  paid: BigInt(periods),
  of: BigInt(unpaid),
});
