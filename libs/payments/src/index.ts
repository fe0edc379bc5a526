export { FUNDED_PERIODS, fundedPeriods, INTERVAL_SECONDS } from './interval.js';
export type { Interval } from './interval.js';
export {
  amountOfFirst,
  findPlanProblem,
  fundedTotal,
  lastDue,
  MAX_AMOUNT,
  MAX_TIME,
  MIN_TIME,
} from './payment-plan.js';
export type { PaymentPlan, PlanProblem } from './payment-plan.js';
export { paymentPlan, recurringPlan } from './derive-plan.js';
export type { DerivedPlan, PaymentTerms, RecurringProblem, RecurringTerms } from './derive-plan.js';
export { amountOfNext, duePeriods, initialProgress, nextDueAfter, payDue, resume, timeOfDue } from './due-periods.js';
export type { DuePayment, DueTerms, PaymentProgress } from './due-periods.js';
export { accruedAmount, accruedCurve } from './accrued-amount.js';
export type { AccruedPoint } from './accrued-amount.js';
