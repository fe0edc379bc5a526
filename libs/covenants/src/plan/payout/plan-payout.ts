import type { PlanBalance } from '../plan-coin.js';
import type { PlanPace, PlanRules } from '../plan-contract.js';
import type { PlanPayout } from './plan-payout.types.js';
import { openPeriods, recurringPayout } from './recurring-plan-payout.js';
import { nextVestingPayoutTime, vestingSlotPayout } from './vesting-plan-payout.js';

/**
 * Returns the largest payment possible at or before a locktime, or undefined when there is none. In BCH it is dated
 * back only where paying all that is due would leave dust behind.
 *
 * @param locktime Unix seconds
 */
export const planPayout = (contract: PlanPace, coin: PlanBalance, locktime: bigint): PlanPayout | undefined =>
  coin.state.kind === 'VESTING'
    ? vestingSlotPayout(contract, coin, coin.state, locktime)
    : recurringPayout(contract, coin, coin.state, locktime);

/**
 * Returns the earliest locktime from which {@link planPayout} finds a payment, Unix seconds; undefined where the
 * passing of time brings none: everything is paid, or a pause leaves no period open.
 */
export const nextPlanPayoutTime = (contract: PlanPace, coin: PlanBalance): bigint | undefined => {
  const { state } = coin;
  if (state.kind === 'VESTING') return nextVestingPayoutTime(contract, coin, state);
  return openPeriods(state) > 0 ? state.next : undefined;
};

/**
 * Whether the reserve may pay the fee of a payment. While it holds n fees above its floor, it pays one only for a
 * payment of at least an nth of what is left, so that an nth is always paid for, no matter what was paid before. It always
 * pays for the last payment.
 */
export const reservePays = ({ terms }: PlanRules, coin: PlanBalance, { left, weight }: PlanPayout): boolean =>
  left === 0n || weight.paid * (coin.reserve - terms.floor) >= weight.of * terms.fee;
