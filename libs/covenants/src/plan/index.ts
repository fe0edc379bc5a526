export {
  DEFAULT_CANCEL_FILLS,
  type FeeBounds,
  feeBoundsOf,
  isBchPlan,
  LEAST_LOCAL_NOTICE,
  LEAST_PLAN_NOTICE,
  MAX_PLAN_GROUPS,
  MAX_PLAN_NOTICE,
  MAX_STREAM_INDEX,
  MAX_STREAM_RESERVE,
  mostStopsOf,
  PLAN_COMPANION_SATOSHIS,
  PLAN_PUSH_DIVISOR,
  PLAN_TOKEN_PAYOUT_SATOSHIS,
  planKindOf,
  type PlanProduct,
} from './plan-limits.js';
export { cancelReserveOf, findGroupProblem, findPlanTermsProblem, groupKey } from './plan-terms.js';
export type { PlanGroup, PlanTerms, PlanTermsProblem, RecurringGroup, VestingGroup } from './plan-terms.js';
export { announcesPlan, decodePlanAnnouncement, paceTextOf, encodePlanAnnouncement } from './plan-announcement.js';
export { decodePlanState, encodePlanState, planCommitmentLength } from './plan-commitment.js';
export type { DecodedPlanState } from './plan-commitment.js';
export type { OpenPeriods, PlanState, RecurringSlot, RecurringSlotStatus, VestingSlot } from './plan-state.js';
export { createPlanContracts } from './plan-contract.js';
export type { PlanCall, PlanContract, PlanPace, PlanRules } from './plan-contract.js';
export { hasNotice, readStream, satoshisOf, streamUtxos } from './plan-coin.js';
export type { PlanClockCoin, PlanCoin, PlanCompanion, PlanHolding } from './plan-coin.js';
export {
  consentsOnlyTo,
  lastPushOf,
  type PlanAct,
  type PlanConsent,
  planConsentsIn,
  readPlanScript,
} from './plan-consent.js';
export { readPlanTransition } from './plan-transition.js';
export type {
  PlanTransition,
  PlanTransitionKind,
  PlanTransitionProblem,
  PlanTransitionResult,
} from './plan-transition.js';
export { paymentsOf, reserveFor } from './funding/plan-draft.js';
export type {
  PlanDraft,
  PlanFrame,
  PlannedStream,
  RecurringDraft,
  StreamDraft,
  VestingDraft,
} from './funding/plan-draft.js';
export {
  cliffAndMonthlyShape,
  exponentialShape,
  linearShape,
  MONTH_SECONDS,
  trancheShape,
  upfrontAndTailShape,
} from './plan-shapes.js';
export type { ShapeTerms } from './plan-shapes.js';
export { cutPlan, planPartOf, planRow } from './funding/cut-plan.js';
export type { PlanDraftProblem, PlanPart, PlanRun } from './funding/cut-plan.js';
export { findOwnParties, layOutPlan } from './funding/lay-out-plan.js';
export type { PlanDraftFault, PlanLayout, PlanLayoutOptions } from './funding/lay-out-plan.js';
export { noteSatoshis, principalOf } from './funding/funding-outputs.js';
export { planCost } from './funding/plan-cost.js';
export type { PayerBytes, PlanCost, PlanCostOptions } from './funding/plan-cost.js';
export { findPlanFunding } from './funding/find-plan.js';
export type {
  FoundPlan,
  FoundStream,
  PlanFundingFault,
  PlanFundingProblem,
  PlanFundingResult,
} from './funding/find-plan.js';
export type { PlanFunder } from './funding/plan-funders.js';
export type { StreamProblem } from './funding/stream-rules.js';
export { nextPlanPayoutTime, planPayout, reservePays } from './payout/plan-payout.js';
export type { PlanPayout } from './payout/plan-payout.types.js';
export { slotSchedule } from './payout/vesting-plan-payout.js';
export { planStop } from './payout/plan-stop.js';
export type { PlanStop, PlanStopKind } from './payout/plan-stop.js';
export { planResume } from './payout/plan-resume.js';
export type { PlanResume } from './payout/plan-resume.js';
export { buildPlanFunding, buildPlanPreparation } from './transactions/fund-plan.js';
export type { PlanFunding } from './transactions/fund-plan.js';
export {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  type PaymentNeed,
  type PlanPayment,
  planPaymentNeed,
} from './transactions/pay-plan.js';
export { buildPlanStop, clockSatoshis } from './transactions/stop-plan.js';
export type { PlanStopItem } from './transactions/stop-plan.js';
export {
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPlanRefund,
  buildPlanSettle,
} from './transactions/end-plan-notice.js';
export { slotsAt } from './transactions/sender-move.js';
export { buildPlanResume } from './transactions/resume-plan.js';
export type { PlanResumeItem } from './transactions/resume-plan.js';
export { buildPlanSweep, isPlanStray } from './transactions/sweep-plan.js';
