/** Plans: streams and salaries, opened many at once. */
export type * from './deployment/stream-schedule.types.js';
export * from './contract/notice-span.js';
export * from './deployment/notice-duty.js';
export { type PlanOpening, toPlanContractState } from './deployment/plan/plan-opening.js';
export * from './deployment/plan/member-funding.js';
export * from './deployment/plan/plan-schedule.js';
export type { DuePayout, NoticeEnd, StreamPosition } from './deployment/plan/plan-position.js';
export * from './deployment/plan/plan-stream.js';
export type * from './deployment/stream-model.types.js';
export * from './plan/plan-limits.js';
export * from './plan/plan-terms.js';
export * from './plan/plan-announcement.js';
export * from './plan/plan-commitment.js';
export type * from './plan/plan-state.js';
export * from './plan/plan-contract.js';
export {
  hasNotice,
  isMoving,
  type PlanClockCoin,
  type PlanCoin,
  type PlanCompanion,
  type PlanHolding,
  readStream,
  satoshisOf,
  streamUtxos,
} from './plan/plan-coin.js';
export * from './plan/move-notice.js';
export * from './plan/plan-consent.js';
export * from './plan/plan-transition.js';
export * from './plan/stream-transition.js';
export * from './plan/funding/plan-draft.js';
export * from './plan/plan-shapes.js';
export * from './plan/funding/cut-plan.js';
export { type FundingRun } from './plan/funding/cut-rows.js';
export * from './plan/funding/lay-out-plan.js';
export { noteSatoshis, principalOf } from './plan/funding/funding-outputs.js';
export * from './plan/funding/plan-cost.js';
export * from './plan/funding/find-plan.js';
export * from './plan/funding/stream-rules.js';
export * from './plan/payout/plan-payout.js';
export * from './plan/payout/plan-payout.types.js';
export * from './plan/payout/vesting-plan-payout.js';
export * from './plan/payout/plan-stop.js';
export * from './plan/payout/plan-resume.js';
export * from './plan/transactions/fund-plan.js';
export {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  type PaymentNeed,
  type PlanPayment,
  planPaymentNeed,
} from './plan/transactions/pay-plan.js';
export * from './plan/transactions/stop-plan.js';
export * from './plan/transactions/end-plan-notice.js';
export { slotsAt } from './plan/transactions/sender-move.js';
export * from './plan/transactions/move-plan.js';
export * from './plan/transactions/resume-plan.js';
export * from './plan/transactions/sweep-plan.js';
