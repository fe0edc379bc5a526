import { accruedAmount, accruedCurve, type PaymentPlan } from '@weir/payments';
import { vestedAmount, vestingCurve } from '@weir/vesting';
import { nextPlanPayoutTime, planPayout } from '../../plan/payout/plan-payout.js';
import type { PlanPayout } from '../../plan/payout/plan-payout.types.js';
import { slotInterval } from '../../plan/payout/recurring-plan-payout.js';
import { slotSchedule } from '../../plan/payout/vesting-plan-payout.js';
import type { PlanBalance } from '../../plan/plan-coin.js';
import type { PlanPace } from '../../plan/plan-contract.js';
import type { RecurringSlot } from '../../plan/plan-state.js';
import type { StreamPayout, StreamSchedule } from '../stream-schedule.types.js';
import { balanceOf, planStateOf, type PlanOpening } from './plan-opening.js';

/** Returns the payment plan of a recurring stream as it began. */
export const initialPaymentPlan = (
  rules: PlanPace,
  total: bigint,
  { amount, unpaid, next }: RecurringSlot,
): PaymentPlan => ({
  amountPerPeriod: amount,
  lastAmount: total - amount * BigInt(unpaid - 1),
  periods: BigInt(unpaid),
  interval: slotInterval(rules),
  firstDue: next,
});

/** Converts a payment to the form that all schedules share. */
export const toStreamPayout = (
  total: bigint,
  { state, principal }: Pick<PlanBalance, 'state' | 'principal'>,
  { locktime, due, left, weight }: PlanPayout,
): StreamPayout => ({
  locktime,
  vested: total - principal + due,
  due,
  left,
  periods: state.kind === 'RECURRING' ? weight.paid : undefined,
});

/**
 * Computes what the terms alone make due, no matter what was cancelled or paused.
 *
 * @param initial the stream as it began
 */
const byTerms = (rules: PlanPace, total: bigint, initial: PlanBalance): Pick<StreamSchedule, 'vestedAt' | 'curve'> => {
  if (initial.state.kind === 'VESTING') {
    const schedule = slotSchedule(rules, initial, initial.state);
    return { vestedAt: (time) => vestedAmount(schedule, time), curve: (points) => vestingCurve(schedule, points) };
  }
  const plan = initialPaymentPlan(rules, total, initial.state);
  return {
    vestedAt: (time) => accruedAmount(plan, time),
    curve: (points) => accruedCurve(plan, points).map(({ time, accrued }) => ({ time, vested: accrued })),
  };
};

/** Creates the schedule of one stream of a plan. Constructs no contract, and decodes no commitment twice: lists need one for each row. */
export const planStreamSchedule = (
  rules: PlanPace,
  opening: Pick<PlanOpening, 'commitment' | 'total'>,
): StreamSchedule => {
  const began = planStateOf(rules, opening.commitment);
  const initial = balanceOf(opening, began.state, began);
  const { vestedAt, curve } = byTerms(rules, opening.total, initial);
  const balance = (commitment: string): PlanBalance =>
    commitment === opening.commitment ? initial : balanceOf(opening, began.state, planStateOf(rules, commitment));
  const earning: StreamSchedule['earning'] = ({ commitment }, released) => {
    const from = balance(commitment);
    // Pauses move what is due: only the state knows.
    if (from.state.kind === 'VESTING') return vestedAt;
    return (time) => released + (planPayout(rules, from, time)?.due ?? 0n);
  };
  return {
    total: opening.total,
    vestedAt,
    earnedAt: (state, released, time) => earning(state, released)(time),
    earning,
    payout({ commitment }, time) {
      const from = balance(commitment);
      const payout = planPayout(rules, from, time);
      return payout && toStreamPayout(opening.total, from, payout);
    },
    nextPayoutTime: ({ commitment }) => nextPlanPayoutTime(rules, balance(commitment)),
    lastEarningTime({ commitment }) {
      const { state } = balance(commitment);
      if (state.kind === 'VESTING') return state.end;
      // Periods that a pause has closed fall due only after a resume.
      return state.open === 'ALL' ? state.next + slotInterval(rules) * BigInt(state.unpaid - 1) : undefined;
    },
    curve,
  };
};
