export {
  createIndexerDatabase,
  indexerDatabaseReady,
  migrateIndexer,
  type IndexerDatabase,
} from './open-indexer-database.js';
export { emptyIndex } from './reindex.js';
export { OvertakenError } from './sync/commit-round.js';
export type {
  AnnouncementRecord,
  ContractChange,
  ContractEvent,
  ContractHead,
  ContractTerms,
  HistoryReading,
  IndexedBlock,
  Round,
  StoredContract,
} from './sync/sync-records.js';
export {
  createSyncRepository,
  type FollowedScript,
  type SyncPosition,
  type SyncRepository,
} from './sync/sync.repository.js';
export type {
  ContractFamily,
  ContractStatus,
  IndexerTables,
  StoredLane,
  StoredPlan,
  StoredState,
  AnnouncementVerdict,
} from './tables.js';
export type { ContractUnderNotice } from './queries/contracts-under-notice.js';
export type { Balance, DailyActivity, DailyBalance } from './queries/daily-figures.js';
export { createIndexReader, type IndexReader } from './queries/index-reader.js';
export type { IndexStatus, StatusBlock } from './queries/index-status.js';
export type { ContractPage, ContractPageRequest, IndexedContract } from './queries/list-contracts.js';
