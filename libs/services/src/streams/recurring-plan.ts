import { nextRecurringPayoutTime, recurringPayout } from '@weir/covenants';
import type { NewStream } from '@weir/infra';
import { accruedAmount, accruedCurve, amountOfFirst, fundedTotal, type PaymentPlan } from '@weir/payments';
import { toRecurringCoin } from './covenant/recurring-coin.js';
import type { StreamPlan } from './stream-plan.js';

export type RecurringRow = Pick<NewStream, 'totalAmount' | 'intervalSeconds' | 'recurring'>;

/** The plan of a stored recurring stream or payment, in the words of the math; undefined of every other. */
export const paymentPlanOf = ({ totalAmount, intervalSeconds, recurring }: RecurringRow): PaymentPlan | undefined => {
  if (recurring === null || intervalSeconds === null) return undefined;
  const { firstDue, periods, amountPerPeriod } = recurring;
  return {
    amountPerPeriod,
    lastAmount: totalAmount - BigInt(periods - 1) * amountPerPeriod,
    periods: BigInt(periods),
    interval: BigInt(intervalSeconds),
    firstDue: BigInt(firstDue),
  };
};

/** What becomes due by a recurring plan: whole periods. */
export const recurringStreamPlan = (plan: PaymentPlan): StreamPlan => ({
  vestedAt: (time) => accruedAmount(plan, time),
  payout(state, time) {
    const payout = recurringPayout(plan, toRecurringCoin(state).state, time);
    if (payout === undefined) return undefined;
    const vested = amountOfFirst(plan, payout.state.paid);
    return {
      locktime: payout.locktime,
      vested,
      due: payout.due,
      left: fundedTotal(plan) - vested,
      periods: Number(payout.periods),
    };
  },
  nextPayoutTime: (state) => nextRecurringPayoutTime(plan, toRecurringCoin(state).state),
  latest: (state) => toRecurringCoin(state).state.latest,
  curve: (points) => accruedCurve(plan, points).map(({ time, accrued }) => ({ time, vested: accrued })),
});
