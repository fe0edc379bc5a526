export { findRecurringProblem } from './recurring-parameters.js';
export type { RecurringParameters, RecurringParametersProblem } from './recurring-parameters.js';
export { decodeRecurringState, encodeRecurringState, initialRecurringState, isNoticed } from './recurring-state.js';
export type { RecurringState, RecurringStatus } from './recurring-state.js';
export {
  RECURRING_PUSH_DIVISOR,
  RECURRING_RESUME_SLACK,
  recurringFundingAmount,
  recurringRules,
} from './recurring-rules.js';
export type { RecurringRules } from './recurring-rules.js';
export { createRecurringContract } from './recurring-contract.js';
export type { RecurringContract, RecurringScript } from './recurring-contract.js';
export type { RecurringCoin } from './recurring-coin.js';
export { nextRecurringPayoutTime, recurringPayout } from './recurring-payout.js';
export type { RecurringPayout } from './recurring-payout.js';
export { decodeRecurringAnnouncement, encodeRecurringAnnouncement } from './recurring-announcement.js';
export type { RecurringAnnouncement } from './recurring-announcement.js';
export { findRecurringDeployment } from './recurring-deployment.js';
export type { RecurringDeploymentResult } from './recurring-deployment.js';
export { readRecurringTransition } from './recurring-transition.js';
export type { RecurringTransition, RecurringTransitionKind } from './recurring-transition.js';
export { buildRecurringFunding } from './transactions/fund-recurring.js';
export type { RecurringFunding } from './transactions/fund-recurring.js';
export {
  buildKeylessRecurringPush,
  buildPaidRecurringPush,
  buildRecurringClaim,
  isRecurringPushable,
} from './transactions/pay-recurring.js';
export type { RecurringPayment } from './transactions/recurring-payment.js';
export { buildRecurringCancel, buildRecurringPause, splitRecurring } from './transactions/stop-recurring.js';
export type { RecurringSplit } from './transactions/stop-recurring.js';
export {
  buildPaidRecurringRefund,
  buildPaidRecurringSettle,
  buildRecurringRefund,
  buildRecurringSettle,
  buildSettledRecurringCancel,
} from './transactions/end-notice.js';
export { buildRecurringResume, resumedRecurring } from './transactions/resume-recurring.js';
export { buildRecurringSweep, isRecurringStray } from './transactions/sweep-recurring.js';
