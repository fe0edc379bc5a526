export type { Interval } from '@weir/kinds';
export {
  amountOfFirst,
  findPlanProblem,
  FUNDED_PERIODS,
  fundedPeriods,
  fundedTotal,
  INTERVAL_SECONDS,
  lastDue,
  MAX_AMOUNT,
  MAX_LOCKTIME,
  MAX_TIME,
  MIN_TIME,
  type PaymentPlan,
  type PlanProblem,
} from './payment-plan.js';
export { paymentPlan, recurringPlan } from './derive-plan.js';
export type { DerivedPlan, PaymentTerms, RecurringProblem, RecurringTerms } from './derive-plan.js';
export { accruedAmount, accruedCurve, type AccruedPoint, duePeriods, type DueTerms } from './due-periods.js';
