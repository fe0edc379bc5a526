export type { ContractFamily, ContractStatus, StoredLane, StoredState } from '@weir/infra';
export { openAnnounced, termsOfStored } from './registry.js';
export { readAnnouncements } from './read-announcements.js';
export type { AnnouncementReading } from './read-announcements.js';
export type {
  ContractStep,
  DeploymentFound,
  Duty,
  NoticeFacts,
  Product,
  ProductContract,
  ProductTerms,
  StepStart,
} from './product.types.js';
export { toAirdropCoin } from './airdrop.product.js';
export { onlyLane, toLane } from './lanes.js';
export type { Lane } from './lanes.js';
export { toRecurringCoin } from './recurring.product.js';
export { toTokenVestingCoin } from './token-vesting.product.js';
export { toVestingCoin } from './vesting-steps.js';
