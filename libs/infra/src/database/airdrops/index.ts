export { createAirdropsRepository, type AirdropsRepository } from './airdrops.repository.js';
export type { AirdropStepKind } from './airdrop-tables.js';
export type { CampaignContract, CampaignRecord, NewCampaign, TreeRecord } from './campaign-record.js';
export type { LaneRecord, LaneState, LaneStep, NewLaneClaim, NewLaneStep } from './lane-record.js';
export type { CampaignFundingRecord, CampaignScope, FundedLane } from './campaign-scope.js';
export type {
  ClaimableCampaign,
  ClaimablePage,
  ClaimableRequest,
  ClaimPage,
  ClaimPageRequest,
  ListedRecipient,
} from './claims.js';
export type { LaneScope } from './lane-scope.js';
export type { LostFunding } from './lose-funding.js';
export type { LostCampaignFunding, WatchedLanesRequest } from './watched-lanes.js';
export type { CampaignPage, CampaignPageRequest } from './list-campaigns.js';
export type { TreeBytes } from './tree-parts.js';
export type { NewTree } from './trees.js';
