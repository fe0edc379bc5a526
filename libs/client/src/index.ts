export { createWeir, type Weir } from './weir.js';
export { createConnection, type AskOptions, type Connection, type ConnectionOptions } from './connection/connection.js';
export type { Api } from './connection/api.js';
export type { Session } from './connection/sign-in.js';
export { createStreams } from './streams/streams.js';
export { createPayments } from './payments/payments.js';
export { createExplorer, type ActivityRow, type ActivityStats, type Explorer } from './reads/explorer.js';
export { createIndexer, type Days, type IndexedQuery, type Indexer } from './reads/indexer.js';
export {
  createInfo,
  createSearch,
  createToken,
  type AskInfo,
  type AskToken,
  type Found,
  type Info,
  type Search,
  type TokenName,
} from './reads/lookups.js';
export { createWebhooks } from './webhooks/webhooks.js';
export { createDev } from './dev/dev.js';
export { createPlans } from './plans/plans.js';
export { createAirdrops } from './airdrops/airdrops.js';
export { createVaults } from './vaults/vaults.js';
export { createEvents, type EventFilters, type Events, type FollowOptions, type WeirEvent } from './events/events.js';
export {
  createExports,
  type ActivityLine,
  type ActivityQuery,
  type ExportOptions,
  type Exports,
} from './exports/exports.js';
export { createProposals } from './vaults/proposal-handle.js';
export type * from './records/records.types.js';
export type * from './streams/streams.types.js';
export type * from './payments/payments.types.js';
export type * from './webhooks/webhooks.types.js';
export type * from './dev/dev.types.js';
export type * from './plans/plans.types.js';
export type * from './airdrops/airdrops.types.js';
export type * from './vaults/vaults.types.js';
export { createResume, type Resume } from './steps/resume.js';
export { signMessage } from './steps/sign-message.js';
export type { Confirmed, ConfirmPath, Pending } from './steps/pending.js';
export type { Remedy } from './shared/remedy.js';
export type { ClaimOptions, ReadOptions, Progress, VerbOptions } from './steps/progress.js';
export type { SignedTransaction, Wallet } from './wallet.js';
export {
  isWeirError,
  WeirError,
  type ClientErrorCode,
  type RefusalDetails,
  type WeirErrorCode,
} from './shared/error.js';
export { bchText, exact, type Amount, type Exact } from './shared/amounts.js';
export { walletError } from './shared/wallet-error.js';
export { isSameAddress } from './shared/address.js';
export type { Schemas, WcTransaction } from './shared/schemas.js';
export type { components, operations, paths } from './generated/api.js';
