export type { CreatePaymentInput, TokenType } from '@weir/api-contract/words';
export type { DeliveryRecord, FoundKind, IdempotentResponse } from '@weir/infra';
export { type AuthService, createAuthService } from './auth/auth.service.js';
export { MAX_DOMAIN_LENGTH } from './auth/sign-in-text.js';
export { ServiceError } from './shared/service-error.js';
export type { RetentionPolicy, Origin } from './shared/retention.js';
export {
  createIdempotencyService,
  type IdempotencyService,
  type IdempotencyContext,
  type Fingerprint,
  type KeyedRequest,
} from './idempotency/idempotency.service.js';
export { createExportsService, type ExportLine, type ExportsService } from './exports/exports.service.js';
export { createExpiryWatcher } from './expiry/expiry-watcher.js';
export { checkFinality, createFinalityWatcher, type FinalityStatus } from './finality/finality-watcher.js';
export { type ExpiryContext, sweepExpired, type SweepResult } from './expiry/sweep-expired.js';
export type { Caller, Viewer, WalletAddresses } from './shared/parties.js';
export type { PayingWallet } from './shared/wallet-coins.js';
export { createAirdropsService, type AirdropsService } from './airdrops/airdrops.service.js';
export { createAirdropContext, type AirdropContext } from './airdrops/campaign/airdrop-context.js';
export { createCampaignWatcher, type CampaignWatcher } from './airdrops/watch/campaign-watcher.js';
export type * from './airdrops/campaign/airdrops.types.js';
export type { CampaignView } from './airdrops/campaign/campaign-view.js';
export { createListChangesKeeper } from './lists/list-changes-keeper.js';
export { createListTopics, type ListTopics } from './lists/list-topics.js';
export { createExplorerService, type ExplorerService } from './explorer/explorer.service.js';
export { createViewStamp, readChainNow, type ChainNow } from './shared/chain-time.js';
export { leastNotice } from './shared/parse-notice.js';
export type { PlanContext } from './plans/load-plan.js';
export { createPlansService, type PlansService } from './plans/plans.service.js';
export type * from './plans/plans.types.js';
export { createPaymentsService, type PaymentsService } from './payments/payments.service.js';
export { createPortfolioService, type PortfolioService } from './portfolio/portfolio.service.js';
export type { PaymentView } from './payments/payment-view.js';
export type { StreamContext } from './streams/stream-context.js';
export { createStreamContracts } from './streams/contract/stored-stream.js';
export { createSearchService, type SearchService } from './search/search.service.js';
export { createStreamsService, type StreamsService } from './streams/streams.service.js';
export type * from './streams/streams.types.js';
export type { StreamEventView } from './streams/read/read-streams.js';
export type { StreamView } from './streams/read/stream-view.js';
export { createTransactionsService, type TransactionsService } from './transactions/transactions.service.js';
export { createStreamWatcher, type StreamWatcher } from './streams/watch/stream-watcher.js';
export type { VaultContext } from './vaults/vault-context.js';
export { createVaultWatcher, type VaultWatcher } from './vaults/watch/vault-watcher.js';
export { createVaultsService, type VaultsService } from './vaults/vaults.service.js';
export type * from './vaults/vaults.types.js';
export type { ProposalView } from './vaults/proposals/proposal-view.js';
export type { WatcherLog, Worker } from './shared/watch/worker.js';
export { type CalendarEntry, type CalendarService, createCalendarService } from './calendar/calendar.service.js';
export { createPriceSource, type PriceSource } from './price/price-source.js';
export { createEventKeeper } from './events/event-keeper.js';
export { createEventTail } from './events/event-tail.js';
export { createEventsService, type EventFeed, type EventsService } from './events/events.service.js';
export type * from './events/events.types.js';
export { createWebhookSender } from './webhooks/webhook-sender.js';
export { createWebhooksService, type RegisteredWebhook, type WebhooksService } from './webhooks/webhooks.service.js';
export { createTokenRequests, type TokenRequests } from './tokens/token-requests.js';
export { createTokenWatcher, type LookUpResult } from './tokens/token-watcher.js';
export type { FetchResult } from './tokens/fetch-registry.js';
export { createTokensService, type TokenName, type TokenNames, type TokensService } from './tokens/tokens.service.js';
export { createRecordContext, type RecordSettings } from './record-context.js';
export { type DoctorOptions, type DoctorReport, runDoctor } from './doctor/run-doctor.js';
export { CHAIN_FAULTS, type Examined, type Finding } from './doctor/doctor.types.js';
export { createMailService, type MailService } from './mail/mail.service.js';
export type { Channel, ChannelSender, MailToWrite, OutgoingMessage } from './mail/channel.types.js';
export { createMailSender } from './mail/mail-sender.js';
export { createMailboxes, hintOf, type Mailboxes, type MailLinkPurpose } from './mail/mailboxes.js';
