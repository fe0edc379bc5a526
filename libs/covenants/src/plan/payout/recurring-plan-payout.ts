import type { PlanHolding } from '../plan-coin.js';
import type { PlanRules } from '../plan-contract.js';
import type { RecurringSlot } from '../plan-state.js';
import type { PlanPayout } from './plan-payout.types.js';

/** Seconds from one due date of a salary to the next. */
export const slotInterval = ({ group }: PlanRules): bigint => {
  if (group.kind !== 'RECURRING') throw new RangeError('A salary lies at the address of a group of its kind');
  return group.interval;
};

/** Periods of a salary that may fall due before a resume. */
export const openPeriods = ({ open, unpaid }: RecurringSlot): number => {
  if (open === 'ALL') return unpaid;
  return open === 'ONE' ? 1 : 0;
};

/** Periods of a salary due at a locktime: all whose date has come, as far as they are open. */
export const duePeriodsOf = (contract: PlanRules, slot: RecurringSlot, locktime: bigint): number => {
  if (locktime < slot.next) return 0;
  const come = (locktime - slot.next) / slotInterval(contract) + 1n;
  const open = openPeriods(slot);
  return come < BigInt(open) ? Number(come) : open;
};

/** What so many periods of a salary pay: the last of all takes everything that is left. */
export const amountOfPeriods = (
  { principal }: Pick<PlanHolding, 'principal'>,
  { amount, unpaid }: RecurringSlot,
  periods: number,
): bigint => (periods < unpaid ? amount * BigInt(periods) : principal);

/** A salary after so many periods were paid, the running one of a pause among them. */
export const afterPeriods = (contract: PlanRules, slot: RecurringSlot, periods: number): RecurringSlot => ({
  ...slot,
  unpaid: slot.unpaid - periods,
  open: slot.open === 'ONE' && periods > 0 ? 'NONE' : slot.open,
  next: slot.next + BigInt(periods) * slotInterval(contract),
});

/** The payment of all periods of a salary that are due at a locktime. */
export const recurringPayout = (
  contract: PlanRules,
  coin: PlanHolding,
  slot: RecurringSlot,
  locktime: bigint,
): PlanPayout | undefined => {
  const periods = duePeriodsOf(contract, slot, locktime);
  if (periods === 0) return undefined;
  const due = amountOfPeriods(coin, slot, periods);
  const state = afterPeriods(contract, slot, periods);
  return { locktime, due, left: coin.principal - due, state, weight: weightOf(slot, periods), small: false };
};

/** A salary counts in periods, whose last may pay less than the others. */
const weightOf = ({ unpaid }: RecurringSlot, periods: number): PlanPayout['weight'] => ({
  paid: BigInt(periods),
  of: BigInt(unpaid),
});
