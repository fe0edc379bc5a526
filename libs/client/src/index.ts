export { createWeir, type Weir } from './weir.js';
export type { AskOptions, Connection, ConnectionOptions } from './connection/connection.js';
export { createConnection } from './create-connection.js';
export type { Api } from './connection/ask.js';
export type { Session, SessionStore } from './connection/session.js';
export { createStreams } from './streams/streams.js';
export { createLocks } from './locks/locks.js';
export { createPayments } from './payments/payments.js';
export * from './reads/lookups.js';
export * from './reads/people.js';
export * from './reads/indexer.js';
export { createWebhooks } from './webhooks/webhooks.js';
export { createDev } from './dev/dev.js';
export { createCurrencyPayments } from './currency/currency-payments.js';
export { createPlans } from './plans/plan-handle.js';
export { createMoves } from './moves/moves.js';
export { createAirdrops } from './airdrops/airdrop-handle.js';
export { createPurses } from './vaults/purses.js';
export { createProposals, createVaults } from './vaults/vault-handle.js';
export type { EventFilters, WeirEvent } from './shared/event-filters.js';
export { createEvents, type Events, type FollowOptions } from './events/events.js';
export * from './exports/exports.js';
export type * from './types/records.types.js';
export type * from './streams/streams.js';
export type * from './locks/locks.js';
export type * from './types/locks.types.js';
export type * from './payments/payments.js';
export type * from './types/webhooks.types.js';
export type * from './dev/dev.types.js';
export type * from './types/currency.types.js';
export type * from './types/plans.types.js';
export type * from './types/moves.types.js';
export type * from './types/airdrops.types.js';
export type * from './types/vaults.types.js';
export type { OnReview, Review, ReviewLine, ReviewRow } from './shared/review.js';
export { createResume, type Resume } from './moves/resume.js';
export { signMessage } from './connection/sign-message.js';
export type {
  AbortOptions,
  ClaimOptions,
  Confirmed,
  ConfirmPath,
  Pending,
  Progress,
  ReadOptions,
  VerbOptions,
} from './types/verbs.types.js';
export {
  type ClientErrorCode,
  isWeirError,
  type RefusalDetails,
  type Remedy,
  walletError,
  WeirError,
  type WeirErrorCode,
} from './shared/error.js';
export type * from './wallet.js';
export {
  type Amount,
  type Answered,
  bchText,
  exact,
  type Exact,
  type Schemas,
  type WcTransaction,
} from './shared/amounts.js';
export * from './shared/address.js';
export type { components, operations, paths } from './generated/api.js';
