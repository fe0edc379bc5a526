import type { PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import type { PlanState } from '../plan-state.js';
import { openPeriods, recurringPayout } from './recurring-plan-payout.js';
import { nextVestingPayoutTime, vestingSlotPayout } from './vesting-plan-payout.js';

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset and Unix seconds. */
export interface PlanPayout {
  readonly locktime: bigint;
  readonly due: bigint;
  /** Principal left after it; 0n ends the stream. */
  readonly left: bigint;
  /** The state it leaves; of no meaning where it ends the stream. */
  readonly state: PlanState;
  /** The share of what is left that it pays, as the covenant counts it for the fee: amounts, or periods. */
  readonly weight: { readonly paid: bigint; readonly of: bigint };
  /**
   * Whether, while the notice of a vesting stream runs, it is too small for anybody but the recipient, by a coin of their own as the last input:
   * endless small pushes would take the state away under every watcher's push.
   */
  readonly small: boolean;
}

/**
 * The largest payment possible at or before a locktime, or undefined when none is. In BCH dated back only where paying all
 * that is due would leave dust behind.
 */
export const planPayout = (contract: PlanContract, coin: PlanCoin, locktime: bigint): PlanPayout | undefined =>
  coin.state.kind === 'VESTING'
    ? vestingSlotPayout(contract, coin, coin.state, locktime)
    : recurringPayout(contract, coin, coin.state, locktime);

/**
 * The earliest locktime from which {@link planPayout} finds a payment, Unix seconds; undefined where time alone brings none:
 * everything is paid, or a pause has nothing open.
 */
export const nextPlanPayoutTime = (contract: PlanContract, coin: PlanCoin): bigint | undefined => {
  const { state } = coin;
  if (state.kind === 'VESTING') return nextVestingPayoutTime(contract, coin, state);
  return openPeriods(state) > 0 ? state.next : undefined;
};

/**
 * Whether the reserve may pay the fee of a payment: of n fees it holds above its floor, one goes only to a payment of an
 * nth of what is left, so that an nth is always paid for, whoever was paid before. An end always is.
 */
export const reservePays = ({ terms }: PlanContract, coin: PlanCoin, { left, weight }: PlanPayout): boolean =>
  left === 0n || weight.paid * (coin.reserve - terms.feeBound) >= weight.of * terms.feeBound;
