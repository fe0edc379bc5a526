export type { ContractFamily, ContractStatus, StoredLane, StoredState } from '@weir/infra';
export { openAnnounced, termsOfStored } from './registry.js';
export { readAnnouncements } from './read-announcements.js';
export type { AnnouncementReading } from './read-announcements.js';
export type {
  ContractModel,
  ContractStep,
  Announced,
  Deployment,
  DeploymentsFound,
  Product,
  ProductContract,
  ProductTerms,
  StepStart,
  StoredTerms,
} from './product.types.js';
export { toAirdropCoin } from './airdrop.product.js';
export { onlyLane, toLane } from './lanes.js';
export type { Lane } from './lanes.js';
export { toContractState } from './followed-stream.js';
