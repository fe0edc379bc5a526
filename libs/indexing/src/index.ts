export { createIndexer } from './indexer.js';
export type { Indexer, IndexerOptions, IndexerStatus } from './indexer.js';
export type { ProductContract, ProductTerms } from './products/product.types.js';
export { openAnnounced, termsOfStored } from './products/registry.js';
export type { IndexerLog, SyncContext } from './sync/sync.types.js';
export { createContractWatcher } from './watcher/contract-watcher.js';
export type {
  ContractAction,
  ContractWatcher,
  ContractWatcherOptions,
  ContractWatcherStatus,
} from './watcher/watcher.types.js';
