export type { ContractState } from './contract-state.js';
export { createStreamContract } from './create-stream-contract.js';
export { canPushAtLowestRate, findDuties, isNoticeOver, owedUpToBlock } from './notice-duty.js';
export type { Duty, NoticeFacts, NoticeSpan } from './notice-duty.js';
export { isPlanStream, planResumeItem, planStopItem } from './plan/plan-moves.js';
export type { PlanOpening } from './plan/plan-opening.js';
export { createPlanMember, plannedMembers, planContractsOf, planTermsOf } from './plan/plan-member.js';
export type { PlanMember, PlannedMember } from './plan/plan-member.js';
export { planStreamSchedule } from './plan/plan-schedule.js';
export { createPlanStream, findPlanDeployments, planOpeningOf } from './plan/plan-stream.js';
export type { PlanDeployments, PlanStreamDeployment, PlanStreamModel } from './plan/plan-stream.js';
export { readStreamAnnouncement, streamProduct } from './stream-parameters.js';
export type { StreamParameters, StreamCovenant } from './stream-parameters.js';
export { streamSchedule } from './stream-schedule.js';
export type { StreamPayout, StreamProgressState, StreamSchedule } from './stream-schedule.types.js';
export type {
  CancelSplit,
  DuePayout,
  FoundDeployment,
  FundableStream,
  FundingNeeds,
  NoticeEnd,
  PauseSplit,
  RelayableTransaction,
  Resume,
  SenderPayment,
  StreamContract,
  StreamFunding,
  StreamModel,
  StreamPosition,
  StreamProgress,
  StreamStatus,
  StreamStep,
  StreamStepKind,
} from './stream-contract.types.js';
