import { accruedAmount, accruedCurve, amountOfFirst, fundedTotal, type PaymentPlan } from '@weir/payments';
import { nextRecurringPayoutTime, recurringPayout, type RecurringPayout } from '../../recurring/recurring-payout.js';
import { decodeRecurringState, type RecurringState } from '../../recurring/recurring-state.js';
import type { StreamPayout, StreamProgressState, StreamSchedule } from '../stream-schedule.types.js';

/**
 * Decodes a commitment.
 *
 * @throws Error where it is none of a recurring contract
 */
export const recurringStateOf = ({ commitment }: StreamProgressState): RecurringState => {
  const state = decodeRecurringState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a recurring contract: ${commitment}`);
  return state;
};

/** Converts a payment of whole periods to the form that all schedules share. */
export const toStreamPayout = (plan: PaymentPlan, { locktime, due, periods, state }: RecurringPayout): StreamPayout => {
  const vested = amountOfFirst(plan, state.paid);
  return { locktime, vested, due, left: fundedTotal(plan) - vested, periods };
};

/** Creates the schedule of a recurring contract, which pays in whole periods. */
export const recurringSchedule = (plan: PaymentPlan): StreamSchedule => ({
  total: fundedTotal(plan),
  vestedAt: (time) => accruedAmount(plan, time),
  // Pauses move what is due: only the state knows.
  earnedAt: (state, released, time) => released + (recurringPayout(plan, recurringStateOf(state), time)?.due ?? 0n),
  payout(state, time) {
    const payout = recurringPayout(plan, recurringStateOf(state), time);
    return payout && toStreamPayout(plan, payout);
  },
  nextPayoutTime: (state) => nextRecurringPayoutTime(plan, recurringStateOf(state)),
  latest: (state) => recurringStateOf(state).latest,
  curve: (points) => accruedCurve(plan, points).map(({ time, accrued }) => ({ time, vested: accrued })),
});
