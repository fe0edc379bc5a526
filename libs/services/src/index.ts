export type { TokenType } from '@weir/api-contract/words';
export type { AuthContext } from './auth/auth-context.js';
export { createAuthService, type AuthService } from './auth/auth.service.js';
export type { Challenge, AuthenticatedCaller, SignedChallenge } from './auth/auth.types.js';
export { MAX_DOMAIN_LENGTH } from './auth/sign-in-message.js';
export { ServiceError } from './shared/service-error.js';
export type { ErrorDetails } from './shared/service-error.js';
export type { Keeping, Origin } from './shared/keeping.js';
export { createIdempotencyService, type IdempotencyService } from './idempotency/idempotency.service.js';
export type { IdempotencyContext } from './idempotency/idempotency.service.js';
export type * from './idempotency/idempotency.types.js';
export { createExportsService, type ExportsContext, type ExportsService } from './exports/exports.service.js';
export type * from './exports/exports.types.js';
export { createExpiryWatcher } from './expiry/expiry-watcher.js';
export type { ExpiryWatcher, ExpiryWatcherOptions } from './expiry/expiry-watcher.js';
export { GRACE_SECONDS, sweepExpired } from './expiry/sweep-expired.js';
export type { ExpiryContext, SweepResult } from './expiry/expiry-context.js';
export type { Viewer } from './shared/viewer.js';
export { createAirdropsService, type AirdropsService } from './airdrops/airdrops.service.js';
export { createAirdropContext } from './airdrops/airdrop-context.js';
export { createGrantedAirdrops } from './airdrops/granted-airdrops.js';
export type { AirdropContext, AirdropSettings } from './airdrops/airdrop-context.js';
export { createCampaignWatcher } from './airdrops/watch/campaign-watcher.js';
export type {
  CampaignWatcher,
  CampaignWatcherOptions,
  CampaignWatcherStatus,
} from './airdrops/watch/campaign-watcher.js';
export type * from './airdrops/airdrops.types.js';
export { createListChangesKeeper } from './lists/list-changes-keeper.js';
export { createListTopics, type ListTopics } from './lists/list-topics.js';
export { createViewStamp } from './shared/view-stamp.js';
export { createExplorerService, type ExplorerService } from './explorer/explorer.service.js';
export type * from './explorer/explorer.types.js';
export { readChainNow } from './shared/chain-now.js';
export type { ChainNow } from './shared/chain-now.js';
export { leastNotice } from './shared/parse-notice.js';
export { formatBch } from './shared/bch-amount.js';
export type { PlanContext } from './plans/plan-context.js';
export { createGrantedPlans } from './plans/granted-plans.js';
export { createPlansService, type PlansService } from './plans/plans.service.js';
export type * from './plans/plans.types.js';
export { createPaymentsService, type PaymentsService } from './payments/payments.service.js';
export type * from './payments/payments.types.js';
export type { StreamContext } from './streams/stream-context.js';
export { createStreamContracts } from './streams/contract/stream-contracts.js';
export type { StreamContracts } from './streams/contract/stream-contracts.js';
export { createSearchService, type SearchService } from './search/search.service.js';
export type * from './search/search.types.js';
export { createStreamsService, type StreamsService } from './streams/streams.service.js';
export type * from './streams/streams.types.js';
export { createTransactionsService, type TransactionsService } from './transactions/transactions.service.js';
export { createStreamWatcher } from './streams/watch/stream-watcher.js';
export type { FundingProposal } from './vaults/funding-proposal.js';
export type { AirdropOpening, GrantedAirdrops } from './vaults/grants/granted-airdrops.js';
export type { GrantedPlans } from './vaults/grants/granted-plans.js';
export type { VaultContext } from './vaults/vault-context.js';
export { createVaultWatcher } from './vaults/watch/vault-watcher.js';
export type { VaultWatcher, VaultWatcherOptions, VaultWatcherStatus } from './vaults/watch/vault-watcher.js';
export { createVaultsService, type VaultsService } from './vaults/vaults.service.js';
export type * from './vaults/vaults.types.js';
export type { StreamWatcher, StreamWatcherOptions, WatcherStatus } from './streams/watch/watcher.types.js';
export type { WatcherLog } from './shared/watch/watcher-log.js';
export { createEventKeeper, type EventKeeperOptions } from './events/event-keeper.js';
export { createEventTail, type EventTail, type EventTailOptions } from './events/event-tail.js';
export { createEventsService, type EventsContext, type EventsService } from './events/events.service.js';
export type * from './events/events.types.js';
export { createWebhookSender, type WebhookSenderOptions } from './webhooks/webhook-sender.js';
export { createWebhooksService, type WebhooksContext, type WebhooksService } from './webhooks/webhooks.service.js';
export type * from './webhooks/webhooks.types.js';
export { createTokenAsker, type TokenAsker } from './tokens/token-asker.js';
export { createTokenWatcher, type LookUpResult, type TokenWatcherOptions } from './tokens/token-watcher.js';
export type { FetchResult } from './tokens/fetch-registry.js';
export {
  createTokensService,
  type TokenNames,
  type TokensContext,
  type TokensService,
} from './tokens/tokens.service.js';
export type * from './tokens/tokens.types.js';
