export type { AuthContext } from './auth/auth-context.js';
export { createAuthService } from './auth/auth.service.js';
export type { AuthService, Challenge, AuthenticatedCaller, SignedChallenge } from './auth/auth.types.js';
export { MAX_DOMAIN_LENGTH } from './auth/sign-in-message.js';
export { ServiceError } from './shared/service-error.js';
export type { ErrorDetails, ServiceErrorCode } from './shared/service-error.js';
export type { Keeping, Origin } from './shared/keeping.js';
export { createExpiryWatcher } from './expiry/expiry-watcher.js';
export type { ExpiryWatcher, ExpiryWatcherOptions } from './expiry/expiry-watcher.js';
export { GRACE_SECONDS, sweepExpired } from './expiry/sweep-expired.js';
export type { ExpiryContext, SweepResult } from './expiry/expiry-context.js';
export type { Viewer } from './shared/viewer.js';
export { createAirdropsService } from './airdrops/airdrops.service.js';
export { createAirdropContext } from './airdrops/airdrop-context.js';
export type { AirdropContext, AirdropSettings } from './airdrops/airdrop-context.js';
export { createCampaignWatcher } from './airdrops/watch/campaign-watcher.js';
export type {
  CampaignWatcher,
  CampaignWatcherOptions,
  CampaignWatcherStatus,
} from './airdrops/watch/campaign-watcher.js';
export type * from './airdrops/airdrops.types.js';
export { createViewStamp } from './shared/view-stamp.js';
export { createExplorerService } from './explorer/explorer.service.js';
export type * from './explorer/explorer.types.js';
export { readChainNow } from './shared/chain-now.js';
export type { ChainNow } from './shared/chain-now.js';
export { leastNotice } from './shared/parse-notice.js';
export { formatBch } from './shared/bch-amount.js';
export { createPaymentsService } from './payments/payments.service.js';
export type * from './payments/payments.types.js';
export type { StreamContext } from './streams/stream-context.js';
export { createStreamContracts } from './streams/contract/stream-contracts.js';
export type { StreamContracts } from './streams/contract/stream-contracts.js';
export { createSearchService } from './search/search.service.js';
export type * from './search/search.types.js';
export { createStreamsService } from './streams/streams.service.js';
export type * from './streams/streams.types.js';
export { createTransactionsService } from './transactions/transactions.service.js';
export { createStreamWatcher } from './streams/watch/stream-watcher.js';
export type { VaultContext } from './vaults/vault-context.js';
export { createVaultWatcher } from './vaults/watch/vault-watcher.js';
export type { VaultWatcher, VaultWatcherOptions, VaultWatcherStatus } from './vaults/watch/vault-watcher.js';
export { createVaultsService } from './vaults/vaults.service.js';
export type * from './vaults/vaults.types.js';
export type { StreamWatcher, StreamWatcherOptions, WatcherStatus } from './streams/watch/watcher.types.js';
export type { WatcherLog } from './shared/watch/watcher-log.js';
