import { payDue, timeOfDue, type PaymentPlan } from '@weir/payments';
import type { RecurringState } from './recurring-state.js';

/** A payment to the recipient that the covenant accepts at a locktime: of every period that is due then. */
export interface RecurringPayout {
  /** Unix seconds. */
  readonly locktime: bigint;
  /** Number of periods that it pays, at least 1. */
  readonly periods: bigint;
  /** Satoshis, or base units of the token. */
  readonly due: bigint;
  /** The state that it leaves; meaningless where it pays the last period. */
  readonly state: RecurringState;
  /** Whether it pays the last period, which ends the deployment. */
  readonly closes: boolean;
}

/**
 * Returns the payment possible at a locktime (Unix seconds); undefined when nothing is due, or the payment is paused.
 */
export const recurringPayout = (
  plan: PaymentPlan,
  state: RecurringState,
  locktime: bigint,
): RecurringPayout | undefined => {
  if (state.status === 'PAUSED' || locktime < state.latest) return undefined;
  const { periods, amount, progress, completes } = payDue(plan, state, locktime);
  if (periods === 0n) return undefined;
  return { locktime, periods, due: amount, state: { ...state, ...progress, latest: locktime }, closes: completes };
};

/**
 * Returns the earliest locktime at which {@link recurringPayout} finds a payment, Unix seconds; undefined when all
 * periods have been paid, or the payment is paused.
 */
export const nextRecurringPayoutTime = (plan: PaymentPlan, state: RecurringState): bigint | undefined => {
  if (state.status === 'PAUSED') return undefined;
  const time = timeOfDue({ ...plan, ...state });
  return time === undefined || time > state.latest ? time : state.latest;
};
