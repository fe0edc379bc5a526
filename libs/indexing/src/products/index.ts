export type { StoredLane, StoredState } from '@weir/infra';
export type { ContractFamily, ContractStatus } from '@weir/kinds';
export { openAnnounced, termsOfStored, readAnnouncements, type AnnouncementReading } from './registry.js';

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
export { toCurrencyCoin } from './currency.product.js';
export { findClaimedLockDeployment, lockCoinOf, lockContractAt } from './lock.product.js';
export { onlyLane, toLane, type Lane } from './lanes.js';

export { toContractState } from './followed-stream.js';
