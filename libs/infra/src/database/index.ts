export * from './airdrops/index.js';
export { advisoryLockKey } from './advisory-lock-key.js';
export { createAuthRepository, type AuthRepository, type NonceRecord } from './auth/auth.repository.js';
export {
  createApiRecordsReader,
  recordKey,
  type ApiRecord,
  type ApiRecordsReader,
  type ContractQuestion,
} from './api-records.js';
export { isRetryable } from './classify-error.js';
export { createDatabase, type Database, type DatabaseOptions } from './create-database.js';
export { type CreationCursor, decodeCursor, encodeCursor } from './cursor.js';
export {
  DatabaseUnavailableError,
  InvalidCursorError,
  RowNotFoundError,
  TransactionHashInUseError,
} from './database-errors.js';
export { databaseReady, type DatabaseReadiness } from './database-ready.js';
export { groupBy } from './group-by.js';
export type { EventRecord, RollbackCause } from './events/event-record.js';
export * from './explorer/index.js';
export * from './idempotency/index.js';
export { MAX_COUNTED, readBacklog, type Backlog } from './figures/backlog.js';
export { electLeader, type Leader, type LeaderOptions } from './leader-election.js';
export * from './list-changes/index.js';
export type { HitCount } from './limits/count-hits.js';
export { createRateLimitCounter, type RateLimitCounter } from './limits/rate-limit-counter.js';
export { createTransactionNotes } from './notes/transaction-notes.repository.js';
export * from './outbox/index.js';
export * from './ledger/index.js';
export { migrateDown, migrateToLatest, MigrationError } from './migrate.js';
export * from './plans/index.js';
export { QuotaExceededError, type Admission, type Quota, type QuotaKind } from './quotas/admission.js';
export {
  createExpiryRepository,
  type ExpiringKind,
  type ExpiryRepository,
  type SupersededList,
} from './quotas/expiry.repository.js';
export * from './search/index.js';
export { PoolMetrics, type PoolReading } from './pool-metrics.js';
export { RefusedWrites } from './refused-writes.js';
export { retryTransaction } from './locks/retry-transaction.js';
export { parseServerList } from './servers/server-list.js';
export * from './standbys/index.js';
export type { ListedStreamRecord } from './streams/listed-stream.js';
export type { StreamPage, StreamPageRequest } from './streams/list-streams.js';
export type { StreamFilter } from './streams/stream-filter.js';
export type { StreamHistory } from './streams/stream-history.js';
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
} from './streams/stream-record.js';
export type { NewStreamClaim, NewStreamStep } from './streams/record-steps.js';
export type { StreamScope } from './streams/stream-scope.js';
export { createStreamsRepository, type StreamsRepository } from './streams/streams.repository.js';
export type { EventKind, RollbackReason } from './events/event-tables.js';
export type { StreamProduct, StreamStatus } from './streams/stream-tables.js';
export type { RecordSource, ResourceType } from './record-types.js';
export type { Tables } from './tables.js';
export type {
  Block,
  NewTransition,
  Outpoint,
  Resource,
  TransitionRecord,
  TransitionState,
} from './transitions/transition-record.js';
export * from './tokens/index.js';
export type { FollowedResource, FollowedStream, FollowedStreamsRequest } from './watch/followed-streams.js';
export type { ScriptReading } from './watch/script-readings.js';
export type { StreamWatchRepository } from './watch/stream-watch.repository.js';
export type { UnfinalTransition } from './watch/unfinal-transitions.js';
export * from './vaults/index.js';
export * from './webhooks/index.js';
