export type { ContractState, StreamPayout, StreamProgressState, StreamSchedule } from './stream-schedule.types.js';
export { canPushAtLowestRate, findDuties, isNoticeOver, owedUpToBlock } from './notice-duty.js';
export type { Duty, NoticeFacts, NoticeSpan } from './notice-duty.js';
export { buildPlanMoves, movedBy, type PlanMoveItem, planMoveItem, proposePlanMoves } from './plan/plan-moves.js';
export type { PlanOpening } from './plan/plan-opening.js';
export {
  type FoundDeployment,
  type FundingNeeds,
  memberFunding,
  type MemberFunding,
  planContractsOf,
  type PlanMember,
  type PlannedMember,
  plannedMembers,
  planTermsOf,
} from './plan/member-funding.js';
export { planStreamSchedule } from './plan/plan-schedule.js';
export { createPlanStream, findPlanDeployments, planOpeningOf } from './plan/plan-stream.js';
export type { PlanDeployments, PlanStreamDeployment } from './plan/plan-stream.js';
export type {
  CancelSplit,
  DuePayout,
  NoticeEnd,
  PauseSplit,
  RelayableTransaction,
  Resume,
  SenderPayment,
  StreamModel,
  StreamPosition,
  StreamProgress,
  StreamStatus,
  StreamStep,
  StreamStepKind,
} from './stream-model.types.js';
