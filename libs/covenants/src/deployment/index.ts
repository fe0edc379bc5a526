export type { ContractState } from './contract-state.js';
export { createStreamContract } from './create-stream-contract.js';
export { findDuties, isNoticeOver, owedUpToBlock } from './notice-duty.js';
export type { Duty, NoticeFacts, NoticeSpan } from './notice-duty.js';
export { readStreamAnnouncement, streamProduct } from './stream-parameters.js';
export type { StreamParameters, StreamProduct } from './stream-parameters.js';
export { streamSchedule } from './stream-schedule.js';
export type { StreamPayout, StreamProgressState, StreamSchedule } from './stream-schedule.types.js';
export type {
  CancelSplit,
  DuePayout,
  FoundDeployment,
  FundingNeeds,
  NoticeEnd,
  PauseSplit,
  Resume,
  SenderPayment,
  StreamContract,
  StreamPosition,
  StreamProgress,
  StreamStatus,
  StreamStep,
  StreamStepKind,
} from './stream-contract.types.js';
