export { ConcurrencyLimit } from './concurrency/concurrency-limit.js';
export { TimeoutError, withTimeout } from './concurrency/with-timeout.js';
export { createAirdropsRepository, type AirdropsRepository } from './database/airdrops/airdrops.repository.js';
export type { AirdropStepKind } from './database/airdrops/airdrop-tables.js';
export type { CampaignContract, CampaignRecord, NewCampaign, TreeRecord } from './database/airdrops/campaign-record.js';
export type { LaneRecord, LaneState, LaneStep, NewLaneClaim, NewLaneStep } from './database/airdrops/lane-record.js';
export type { CampaignFundingRecord, CampaignScope, FundedLane } from './database/airdrops/campaign-scope.js';
export type {
  ClaimableCampaign,
  ClaimablePage,
  ClaimableRequest,
  ClaimPage,
  ClaimPageRequest,
  ListedRecipient,
} from './database/airdrops/claims.js';
export type { LaneScope } from './database/airdrops/lane-scope.js';
export type { LostFunding } from './database/airdrops/lose-funding.js';
export type { LostCampaignFunding, WatchedLanesRequest } from './database/airdrops/watched-lanes.js';
export type { CampaignPage, CampaignPageRequest } from './database/airdrops/list-campaigns.js';
export type { TreeBytes } from './database/airdrops/tree-parts.js';
export type { NewTree } from './database/airdrops/trees.js';
export { advisoryLockKey } from './database/advisory-lock-key.js';
export { createAuthRepository, type AuthRepository, type NonceRecord } from './database/auth/auth.repository.js';
export {
  createApiRecordsReader,
  recordKey,
  type ApiRecord,
  type ApiRecordsReader,
  type ContractQuestion,
} from './database/api-records.js';
export { isRetryable } from './database/classify-error.js';
export { createDatabase, type Database, type DatabaseOptions } from './database/create-database.js';
export { type CreationCursor, decodeCursor, encodeCursor } from './database/cursor.js';
export {
  DatabaseUnavailableError,
  InvalidCursorError,
  RowNotFoundError,
  TransactionHashInUseError,
} from './database/database-errors.js';
export { databaseReady, type DatabaseReadiness } from './database/database-ready.js';
export { groupBy } from './database/group-by.js';
export type { EventRecord, RollbackCause } from './database/events/event-record.js';
export { activityStatusOf, type ActivityFilter } from './database/explorer/activity-filter.js';
export type {
  ActivityRecord,
  AirdropActivity,
  PaymentActivity,
  StreamActivity,
  TreasuryActivity,
} from './database/explorer/activity-record.js';
export type { ActivityStats } from './database/explorer/activity-stats.js';
export { createExplorerRepository, type ExplorerRepository } from './database/explorer/explorer.repository.js';
export type { Activity } from './database/explorer/explorer-tables.js';
export type { ActivityPage, ActivityPageRequest } from './database/explorer/list-activity.js';
export {
  createIdempotencyRepository,
  type IdempotencyRepository,
  type KeyAdmission,
  type KeyState,
} from './database/idempotency/idempotency.repository.js';
export {
  IdempotencyKeyLostError,
  responseAs,
  type IdempotentResponse,
  type KeyClaim,
} from './database/idempotency/idempotent-response.js';
export { KEPT_SECONDS } from './database/idempotency/kept-until.js';
export { MAX_COUNTED, readBacklog, type Backlog } from './database/figures/backlog.js';
export { electLeader, type Leader, type LeaderOptions } from './database/leader-election.js';
export { clearListChanges, readHorizon } from './database/list-changes/clear-list-changes.js';
export { createListChanges, type ListChanges } from './database/list-changes/list-changes.js';
export {
  AIRDROP_TOPIC,
  creatorTopic,
  partyTopic,
  productTopic,
  PROPOSAL_TOPIC,
  TOKEN_TOPIC,
  type ListTopic,
} from './database/list-changes/list-topics.js';
export type { HitCount } from './database/limits/count-hits.js';
export { createRateLimitCounter, type RateLimitCounter } from './database/limits/rate-limit-counter.js';
export { createTransactionNotes } from './database/notes/transaction-notes.repository.js';
export { listenToOutbox, type OutboxListener, type OutboxListenerOptions } from './database/outbox/outbox-listener.js';
export type { EventFigures, EventParty } from './database/outbox/outbox-tables.js';
export type { PublishedEvent } from './database/outbox/published-event.js';
export {
  createPublishedEventsRepository,
  type EventScan,
  type PublishedEventsRepository,
} from './database/outbox/published-events.repository.js';
export type { LedgerEntry, LedgerQuery, OpeningTotal } from './database/ledger/ledger-entry.js';
export {
  createLedgerRepository,
  type LedgerOptions,
  type LedgerRepository,
} from './database/ledger/ledger.repository.js';
export { migrateDown, migrateToLatest, MigrationError } from './database/migrate.js';
export type { OpeningResult } from './database/plans/open-funding.js';
export type { NewPlanOpening, OpenedStream } from './database/plans/plan-opening.js';
export type { PlanPage, PlanPageRequest, PlanWithParts } from './database/plans/page-plans.js';
export {
  createPlanListsRepository,
  type Member,
  type PlanListsRepository,
} from './database/plans/plan-lists.repository.js';
export type { PlanOverview, PlanRowsPage, RecipientPageRequest } from './database/plans/plan-overview.js';
export type { PlanWithNextPart } from './database/plans/plan-parts.js';
export type {
  NewPlan,
  NewPlanList,
  NewPlanPart,
  NewPlanRecipient,
  PlanFundingRecord,
  PlanRecipientRecord,
  PlanRecord,
  RecipientScheduleRecord,
} from './database/plans/plan-record.js';
export type { PlanProductName, RecordSource, ResourceType } from './database/record-types.js';
export { createPlansRepository, type PlansRepository } from './database/plans/plans.repository.js';
export { QuotaExceededError, type Admission, type Quota, type QuotaKind } from './database/quotas/admission.js';
export {
  createExpiryRepository,
  type ExpiringKind,
  type ExpiryRepository,
  type SupersededList,
} from './database/quotas/expiry.repository.js';
export type { FoundKind, FoundRecord, SearchQuestion } from './database/search/search-question.js';
export { createSearchRepository, type SearchRepository } from './database/search/search.repository.js';
export { PoolMetrics, type PoolReading } from './database/pool-metrics.js';
export { RefusedWrites } from './database/refused-writes.js';
export { retryTransaction } from './database/locks/retry-transaction.js';
export { parseServerList } from './database/servers/server-list.js';
export { openStandbys, readServers, type OpenStandby } from './database/standbys/open-standbys.js';
export { createPrimaryPosition, type WalPosition } from './database/standbys/primary-position.js';
export { createReads, type Reads } from './database/standbys/reads.js';
export type { Standby } from './database/standbys/standby.js';
export { readStandbys, type StandbyReading } from './database/standbys/standby-readings.js';
export type { ListedStreamRecord } from './database/streams/listed-stream.js';
export type { StreamPage, StreamPageRequest } from './database/streams/list-streams.js';
export type { StreamFilter } from './database/streams/stream-filter.js';
export type { StreamHistory } from './database/streams/stream-history.js';
export type {
  NewStream,
  PauseRecord,
  PaymentTermsRecord,
  PlanPlaceRecord,
  RecurringProgress,
  RecurringTermsRecord,
  StreamChanges,
  StreamClaimRecord,
  StreamCompanion,
  StreamFunding,
  StreamRecord,
  StreamRefundRecord,
  StreamState,
} from './database/streams/stream-record.js';
export type { NewStreamClaim, NewStreamStep } from './database/streams/record-steps.js';
export type { StreamScope } from './database/streams/stream-scope.js';
export { createStreamsRepository, type StreamsRepository } from './database/streams/streams.repository.js';
export type { EventKind, RollbackReason } from './database/events/event-tables.js';
export type { StreamProduct, StreamStatus } from './database/streams/stream-tables.js';
export type { Tables } from './database/tables.js';
export type {
  Block,
  NewTransition,
  Outpoint,
  Resource,
  TransitionRecord,
  TransitionState,
} from './database/transitions/transition-record.js';
export type { TokenFinding, TokenPublication, TokenRecord, TokenTexts } from './database/tokens/token-record.js';
export type { TokenStanding } from './database/tokens/token-tables.js';
export {
  createTokensRepository,
  type TokenQueueBounds,
  type TokensRepository,
  type TokenSettlement,
} from './database/tokens/tokens.repository.js';
export type { FollowedStream, FollowedStreamsRequest } from './database/streams/followed-streams.js';
export type { FollowedResource, ScriptReading } from './database/watch/script-readings.js';
export type { StreamWatchRepository } from './database/streams/stream-watch.repository.js';
export type { UnfinalTransition } from './database/watch/unfinal-transitions.js';
export type { VaultPage, VaultPageRequest } from './database/vaults/list-vaults.js';
export type {
  NewProposal,
  ProposalExecution,
  ProposalRecord,
  ProposalSubject,
  ProposalTransaction,
  ProposalVote,
} from './database/vaults/proposal-record.js';
export type { ProposalOutcome, ProposalsScope } from './database/vaults/proposals-scope.js';
export type { ProposalPage, ProposalPageRequest } from './database/vaults/read-proposals.js';
export type {
  NewVault,
  VaultChanges,
  VaultDeposit,
  VaultMember,
  VaultRecord,
  VaultSigner,
  VaultStateRecord,
} from './database/vaults/vault-record.js';
export type { DepositChanges, KnownDeposits, DepositedCoin } from './database/vaults/vault-deposits.js';
export type { VaultScope } from './database/vaults/vault-scope.js';
export type { ProposalKind, ProposalSubjectType } from './database/vaults/vault-tables.js';
export { createVaultsRepository, type VaultsRepository } from './database/vaults/vaults.repository.js';
export {
  createDeliveryQueue,
  type DeliveryOutcome,
  type DeliveryQueue,
  type EventSubjects,
} from './database/webhooks/delivery-queue.repository.js';
export type { DeliveryRecord, NewDelivery, NewWebhook, WebhookRecord } from './database/webhooks/webhook-record.js';
export type { DeliveryStatus, WebhookStatus } from './database/webhooks/webhook-tables.js';
export { createWebhooksRepository, type WebhooksRepository } from './database/webhooks/webhooks.repository.js';
export * from './electrum/index.js';
export {
  createIndexerDatabase,
  indexerDatabaseReady,
  migrateIndexer,
  type IndexerDatabase,
} from './indexer-database/open-indexer-database.js';
export { emptyIndex } from './indexer-database/reindex.js';
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
  ContractFamily,
  ContractStatus,
  IndexerTables,
  StoredLane,
  StoredPlan,
  StoredState,
  AnnouncementVerdict,
} from './indexer-database/tables.js';
export type { ContractUnderNotice } from './indexer-database/queries/contracts-under-notice.js';
export type { Balance, DailyActivity, DailyBalance } from './indexer-database/queries/daily-figures.js';
export { createIndexReader, type IndexReader } from './indexer-database/queries/index-reader.js';
export type { IndexStatus, StatusBlock } from './indexer-database/queries/index-status.js';
export type { ContractPage, ContractPageRequest, IndexedContract } from './indexer-database/queries/list-contracts.js';
export { checkTarget, type TargetRules } from './outbound/check-target.js';
export { guardedRequest, type OutboundAnswer, type OutboundRequest } from './outbound/guarded-request.js';
export { OutboundError, type OutboundProblem } from './outbound/outbound-error.js';
export { isPublicAddress } from './outbound/public-address.js';
export { isTracing, noteFailure, traced, turnTracingOn, type SpanPlan } from './tracing/traced.js';
