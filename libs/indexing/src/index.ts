export { createIndexer, type Indexer, type IndexerOptions, type IndexerStatus } from './indexer.js';

export type { ProductContract, ProductTerms } from './products/product.types.js';
export { openAnnounced, termsOfStored } from './products/registry.js';
export { createKnownSupplies, type KnownSupplies, SupplyPendingError } from './supply/known-supplies.js';
export { lockedOf, type ProductHolding, readSupply, type SupplyAtBlock } from './supply/token-supply.js';
export type { IndexerLog, SyncContext } from './sync/sync.types.js';
export {
  createContractWatcher,
  type ContractAction,
  type ContractWatcher,
  type ContractWatcherOptions,
  type ContractWatcherStatus,
} from './watcher/contract-watcher.js';
