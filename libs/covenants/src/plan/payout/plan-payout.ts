import type { PlanHolding } from '../plan-coin.js';
import type { PlanRules } from '../plan-contract.js';
import type { PlanPayout } from './plan-payout.types.js';
import { openPeriods, recurringPayout } from './recurring-plan-payout.js';
import { nextVestingPayoutTime, vestingSlotPayout } from './vesting-plan-payout.js';

/**
 * The largest payment possible at or before a locktime, or undefined when none is. In BCH dated back only where paying all
 * that is due would leave dust behind.
 */
export const planPayout = (contract: PlanRules, coin: PlanHolding, locktime: bigint): PlanPayout | undefined =>
  coin.state.kind === 'VESTING'
    ? vestingSlotPayout(contract, coin, coin.state, locktime)
    : recurringPayout(contract, coin, coin.state, locktime);

/**
 * The earliest locktime from which {@link planPayout} finds a payment, Unix seconds; undefined where time alone brings none:
 * everything is paid, or a pause has nothing open.
 */
export const nextPlanPayoutTime = (contract: PlanRules, coin: PlanHolding): bigint | undefined => {
  const { state } = coin;
  if (state.kind === 'VESTING') return nextVestingPayoutTime(contract, coin, state);
  return openPeriods(state) > 0 ? state.next : undefined;
};

/**
 * Whether the reserve may pay the fee of a payment: of n fees it holds above its floor, one goes only to a payment of an
 * nth of what is left, so that an nth is always paid for, whoever was paid before. An end always is.
 */
export const reservePays = ({ terms }: PlanRules, coin: PlanHolding, { left, weight }: PlanPayout): boolean =>
  left === 0n || weight.paid * (coin.reserve - terms.feeBound) >= weight.of * terms.feeBound;
