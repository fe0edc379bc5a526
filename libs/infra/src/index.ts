export { ConcurrencyLimit, TimeoutError, withTimeout } from './concurrency.js';
export type {
  CampaignContract,
  CampaignRecord,
  LaneRecord,
  LaneState,
  LaneStep,
  NewCampaign,
  NewLaneClaim,
  NewLaneStep,
  TreeRecord,
} from './database/airdrops/airdrop-records.js';
export { type AirdropsRepository, createAirdropsRepository } from './database/airdrops/airdrops.repository.js';
export type { FundedLane } from './database/airdrops/campaigns.js';
export type { ListedRecipient } from './database/airdrops/list-campaigns.js';
export type { NewTree, TreeBytes } from './database/airdrops/trees.js';
export { type ApiRecord, type ApiRecordsReader, createApiRecordsReader, recordKey } from './database/api-records.js';
export { type AuthRepository, createAuthRepository } from './database/auth/auth.repository.js';
export type { RecordSource } from './database/columns.js';
export { createDatabase, type Database, type DatabaseOptions } from './database/create-database.js';
export {
  DatabaseUnavailableError,
  InvalidCursorError,
  isRetryable,
  RowNotFoundError,
  TransactionHashInUseError,
} from './database/database-errors.js';
export type { EventRecord, RollbackCause } from './database/events/resource-events.js';
export {
  type ActivityFilter,
  type ActivityRecord,
  activityStatusOf,
  type TreasuryActivity,
} from './database/explorer/activity.js';
export {
  type ActivityStats,
  createExplorerRepository,
  type ExplorerRepository,
} from './database/explorer/explorer.repository.js';
export { type Backlog, readBacklog } from './database/figures/backlog.js';
export {
  createIdempotencyRepository,
  IdempotencyKeyLostError,
  type IdempotencyRepository,
  type IdempotentResponse,
  type KeyAdmission,
  type KeyClaim,
  type KeyState,
  responseAs,
} from './database/idempotency/idempotency.repository.js';
export { electLeader } from './database/leader-election.js';
export {
  createLedgerRepository,
  type LedgerEntry,
  type LedgerQuery,
  type LedgerRepository,
} from './database/ledger/ledger.repository.js';
export { createRateLimitCounter, type RateLimitCounter } from './database/limits/rate-limit-counter.js';
export {
  AIRDROP_TOPIC,
  clearListChanges,
  createListChanges,
  creatorTopic,
  type ListTopic,
  partyTopic,
  productTopic,
  PROPOSAL_TOPIC,
  readHorizon,
  TOKEN_TOPIC,
} from './database/list-changes/list-changes.js';
export { type DatabaseReadiness, databaseReady, migrateToLatest } from './database/migrate.js';
export { createTransactionNotes } from './database/notes/transaction-notes.repository.js';
export { listenToOutbox, type OutboxListener } from './database/outbox/outbox-listener.js';
export type { EventFigures, EventParty } from './database/outbox/outbox-tables.js';
export {
  createPublishedEventsRepository,
  type EventScan,
  type PublishedEvent,
  type PublishedEventsRepository,
} from './database/outbox/published-events.repository.js';
export type { OpenedStream } from './database/plans/open-funding.js';
export {
  createPlanListsRepository,
  type Member,
  type PlanListsRepository,
} from './database/plans/plan-lists.repository.js';
export type {
  NewPlan,
  NewPlanList,
  NewPlanRecipient,
  PlanFundingRecord,
  PlanRecipientRecord,
  PlanRecord,
} from './database/plans/plan-record.js';
export { createPlansRepository, type PlansRepository } from './database/plans/plans.repository.js';
export type { PlanOverview } from './database/plans/read-plans.js';
export { PoolMetrics, type PoolReading, RefusedWrites } from './database/pool-observers.js';
export { type Admission, type Quota, QuotaExceededError, type QuotaKind } from './database/quotas/admission.js';
export {
  createExpiryRepository,
  type ExpiringKind,
  type ExpiryRepository,
  type SupersededList,
} from './database/quotas/expiry.repository.js';
export {
  createSearchRepository,
  type FoundKind,
  type FoundRecord,
  type SearchQuestion,
  type SearchRepository,
} from './database/search/search.repository.js';
export { parseServerList } from './database/servers/servers.js';
export { createReads, type Reads } from './database/standbys/reads.js';
export {
  createPrimaryPosition,
  openStandbys,
  readServers,
  readStandbys,
  type StandbyReading,
} from './database/standbys/standbys.js';
export { encodeCursor, groupBy } from './database/statements.js';
export type { ListedStreamRecord, StreamPage, StreamPageRequest } from './database/streams/list-streams.js';
export type { NewStreamStep } from './database/streams/record-steps.js';
export type {
  NewStream,
  PaymentTermsRecord,
  PlanPlaceRecord,
  RecurringProgress,
  RecurringTermsRecord,
  StreamClaimRecord,
  StreamRecord,
  StreamRefundRecord,
  StreamState,
} from './database/streams/stream-record.js';
export type { StreamScope } from './database/streams/stream-scope.js';
export type { StreamProduct } from './database/streams/stream-tables.js';
export {
  createStreamsRepository,
  type StreamHistory,
  type StreamsRepository,
} from './database/streams/streams.repository.js';
export type { Activity, RollbackReason, TokenStanding } from './database/tables.js';
export {
  createTokensRepository,
  type TokenFinding,
  type TokenPublication,
  type TokenRecord,
  type TokenSettlement,
  type TokensRepository,
  type TokenTexts,
} from './database/tokens/tokens.repository.js';
export type {
  Block,
  NewTransition,
  Outpoint,
  TransitionRecord,
  TransitionState,
} from './database/transitions/transition-record.js';
export type { ProposalsScope } from './database/vaults/proposals-scope.js';
export type {
  NewProposal,
  ProposalRecord,
  ProposalSubject,
  ProposalTransaction,
} from './database/vaults/read-proposals.js';
export type { VaultChanges, VaultRecord, VaultSigner, VaultStateRecord } from './database/vaults/vault-record.js';
export type { VaultScope } from './database/vaults/vault-scope.js';
export type { DepositChanges } from './database/vaults/vault-watch.js';
export { createVaultsRepository, type VaultsRepository } from './database/vaults/vaults.repository.js';
export type { FollowedResource, ScriptReading, UnfinalTransition } from './database/watch/watch.repository.js';
export {
  createDeliveryQueue,
  type DeliveryOutcome,
  type DeliveryQueue,
  type EventSubjects,
} from './database/webhooks/delivery-queue.repository.js';
export type { DeliveryRecord, NewDelivery, NewWebhook, WebhookRecord } from './database/webhooks/webhook-record.js';
export { createWebhooksRepository, type WebhooksRepository } from './database/webhooks/webhooks.repository.js';
export * from './electrum/index.js';
export {
  createIndexerDatabase,
  emptyIndex,
  type IndexerDatabase,
  indexerDatabaseReady,
  migrateIndexer,
} from './indexer-database/open-indexer-database.js';
export {
  type Balance,
  createIndexReader,
  type DailyActivity,
  type DailyBalance,
  type IndexReader,
  type IndexStatus,
} from './indexer-database/queries/index-reader.js';
export type {
  ContractPage,
  ContractPageRequest,
  ContractUnderNotice,
  IndexedContract,
} from './indexer-database/queries/list-contracts.js';
export { OvertakenError } from './indexer-database/sync/commit-round.js';
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
} from './indexer-database/sync/sync-records.js';
export {
  createSyncRepository,
  type FollowedScript,
  type SyncPosition,
  type SyncRepository,
} from './indexer-database/sync/sync.repository.js';
export type {
  AnnouncementVerdict,
  ContractFamily,
  ContractStatus,
  StoredLane,
  StoredPlan,
  StoredState,
} from './indexer-database/tables.js';
export { checkTarget, OutboundError, type TargetRules } from './outbound/check-target.js';
export { guardedRequest } from './outbound/guarded-request.js';
export { isTracing, traced, turnTracingOn } from './traced.js';
