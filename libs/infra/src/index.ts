export * from './concurrency.js';
export type * from './database/airdrops/airdrop-records.js';
export * from './database/airdrops/airdrops.repository.js';
export type { FundedLane } from './database/airdrops/campaigns.js';
export type { ClaimableKind } from './database/airdrops/claimable-campaigns.js';
export type { ListedRecipient } from './database/airdrops/list-campaigns.js';
export type { LaneScope } from './database/airdrops/lanes.js';
export type { NewTree, TreeBytes } from './database/airdrops/trees.js';
export * from './indexer-database/queries/api-records.js';
export * from './database/auth/auth.repository.js';
export type { RecordSource } from './database/sql/columns.js';
export * from './database/create-database.js';
export {
  DatabaseUnavailableError,
  InvalidCursorError,
  isRetryable,
  RowNotFoundError,
  TransactionHashInUseError,
} from './database/sql/database-errors.js';
export * from './database/doctor/doctor.repository.js';
export { announcedSteps, type EventRecord, type RollbackCause } from './database/events/resource-events.js';
export {
  type ActivityFilter,
  type ActivityRecord,
  type ActivitySort,
  activityStatusOf,
  type TreasuryActivity,
} from './database/explorer/activity.js';
export * from './database/explorer/explorer.repository.js';
export * from './database/figures/backlog.js';
export * from './database/idempotency/idempotency.repository.js';
export * from './database/leader-election.js';
export * from './database/ledger/activity.repository.js';
export * from './database/ledger/ledger.repository.js';
export * from './database/limits/rate-limit-counter.js';
export * from './database/list-changes/list-changes.js';
export * from './database/mail/mail-queue.repository.js';
export type * from './database/mail/mail-record.js';
export * from './database/mail/mail-subscriptions.repository.js';
export { type DatabaseKind, type Migrations } from './database/identity/database-kind.js';
export {
  type DatabaseState,
  type DatabaseStateName,
  readDatabaseState,
  requireDatabase,
  WrongDatabaseError,
} from './database/identity/database-state.js';
export { apiDatabase } from './database/migrations/index.js';
export * from './database/migrate.js';
export * from './database/notes/transaction-notes.repository.js';
export * from './database/oracles/oracle-archive.repository.js';
export * from './database/outbox/outbox-listener.js';
export type { EventFigures, EventParty, StreamProduct, TokenStanding } from './database/sql/columns.js';
export type { PublishedEventsTable } from './database/generated/tables.js';
export * from './database/outbox/published-events.repository.js';
export * from './database/people/calendars.repository.js';
export * from './database/plans/open-funding.js';
export type { FundedStream, OpenedStream } from './database/streams/open-streams.js';
export type * from './database/funding/funding-record.js';
export * from './database/plans/plan-record.js';
export { offeredCoin, type OfferedCoin } from './database/funding/offered-coin.js';
export { renewedByFirst } from './database/funding/renewals.js';
export * from './database/plans/plans.repository.js';
export type { PaydayRecord } from './database/plans/read-paydays.js';
export type { PlanLabel, PlanOverview } from './database/plans/read-plans.js';
export * from './database/pool-observers.js';
export * from './database/portfolio/portfolio.repository.js';
export * from './database/quotas/admission.js';
export * from './database/currency/currency-payments.repository.js';
export type {
  CurrencyChainColumns,
  CurrencyChanges,
  CurrencyClockRecord,
  CurrencyFundingRecord,
  CurrencyPaymentRecord,
  CurrencyPriceRecord,
  CurrencyStateRecord,
  NewCurrencyPayment,
  NewCurrencyPrice,
} from './database/currency/currency-record.js';
export { UNFUNDED_CURRENCY } from './database/currency/currency-record.js';
export type { CurrencyScope, CurrencyStepRecord } from './database/currency/currency-scope.js';
export * from './database/finality/finality.repository.js';
export * from './database/quotas/expiry.repository.js';
export * from './database/search/search.repository.js';
export { parseServerList } from './database/servers/servers.js';
export * from './database/standbys/reads.js';
export * from './database/standbys/standbys.js';
export { type CountedPage, encodeCursor, type Page } from './database/sql/pages.js';
export { groupBy } from './database/sql/statements.js';
export type { ListedStreamRecord, StreamPageRequest } from './database/streams/list-streams.js';
export type { NewStreamClaim, NewStreamStep } from './database/streams/record-steps.js';
export type { SpentLocks } from './database/streams/moves.js';
export type { DueKind, DuePlace } from './database/streams/due-streams.js';
export type * from './database/streams/stream-record.js';
export * from './database/streams/stream-scope.js';
export { isCompletionAnnounced, type StreamTruth, type TrueStep } from './database/streams/stream-truth.js';
export * from './database/streams/streams.repository.js';
export type { Activity, RollbackReason } from '@weir/kinds';
export * from './database/tokens/tokens.repository.js';
export type * from './database/transitions/transition-record.js';
export type * from './database/purses/purse-record.js';
export type { PurseScope, PurseStep } from './database/purses/purse-scope.js';
export * from './database/purses/purses.repository.js';
export * from './database/vaults/proposals-scope.js';
export type * from './database/vaults/read-proposals.js';
export type {
  NewVault,
  RosterParty,
  RosterRecord,
  VaultAddress,
  VaultChanges,
  VaultRecord,
  VaultSigner,
  VaultStateRecord,
} from './database/vaults/vault-record.js';
export * from './database/vaults/vault-scope.js';
export * from './database/vaults/vault-watch.js';
export * from './database/vaults/vaults.repository.js';
export type { FollowedResource, ScriptReading, UnfinalTransition } from './database/watch/watch.repository.js';
export * from './database/webhooks/delivery-queue.repository.js';
export type { DeliveryRecord, NewDelivery, NewWebhook, WebhookRecord } from './database/webhooks/webhook-record.js';
export * from './database/webhooks/webhooks.repository.js';
export * from './electrum/index.js';
export * from './indexer-database/open-indexer-database.js';
export * from './indexer-database/queries/index-reader.js';
export * from './indexer-database/queries/list-contracts.js';
export type { TablesVersion, TokenHolding } from './indexer-database/queries/token-holdings.js';
export * from './indexer-database/sync/commit-round.js';
export type * from './indexer-database/sync/sync-records.js';
export * from './indexer-database/sync/sync.repository.js';
export type { StoredDetails, StoredLane, StoredPlan, StoredState } from './indexer-database/stored-state.js';
export * from './oracle/fetch-oracle-messages.js';
export * from './oracle/read-oracles.js';
export * from './outbound/check-target.js';
export { exchange, type Exchange, type OutboundAnswer } from './outbound/exchange.js';
export * from './outbound/guarded-request.js';
export * from './outbound/mail-transport.js';
export * from './traced.js';
