export * from './airdrops/campaign.schema.js';
export * from './airdrops/claim-campaign.schema.js';
export * from './airdrops/create-campaign.schema.js';
export * from './airdrops/read-campaigns.schema.js';
export * from './airdrops/whitelist.schema.js';
export * from './auth/auth.schema.js';
export * from './events/event.schema.js';
export * from './explorer/activity.schema.js';
export * from './exports/activity-export.schema.js';
export * from './indexer/indexed-contract.schema.js';
export * from './indexer/indexed-figures.schema.js';
export * from './indexer/token-supply.schema.js';
export * from './process/ready.schema.js';
export * from './indexer/list-indexed.schema.js';
export * from './info/info.schema.js';
export * from './payments/confirm-payment.schema.js';
export * from './payments/create-payment.schema.js';
export * from './payments/payment.schema.js';
export * from './payments/stop-payment.schema.js';
export * from './people/people.schema.js';
export * from './plans/create-plan.schema.js';
export * from './plans/fund-plan.schema.js';
export * from './plans/move-plan.schema.js';
export * from './plans/plan-row.schema.js';
export * from './plans/plan.schema.js';
export * from './portfolio/portfolio.schema.js';
export * from './search/search.schema.js';
export * from './streams/funding-info.schema.js';
export * from './streams/claim-stream.schema.js';
export * from './streams/create-stream-body.schema.js';
export * from './streams/create-stream.schema.js';
export * from './streams/read-streams.schema.js';
export * from './streams/stream.schema.js';
export * from './tokens/token.schema.js';
export * from './tokens/name-tokens.js';
export * from './vaults/create-vault.schema.js';
export * from './vaults/propose.schema.js';
export * from './vaults/vault.schema.js';
export * from './vaults/proposal.schema.js';
export * from './webhooks/webhook.schema.js';
export {
  broadcastTransaction,
  type BroadcastResponse,
  getTransaction,
  type TransactionResponse,
} from './transactions/broadcast.schema.js';
export { type BalanceResponse, getBalance } from './transactions/balance.schema.js';
export { health, type HealthResponse } from './process/ready.schema.js';
export { ready, type ReadyResponse } from './process/ready.schema.js';
export { BEARER_SCHEME, CALLER_HEADER, CALLER_SCHEME, type RouteSchema } from './shared/route.js';
export { IDEMPOTENCY_HEADER, REPLAYED_HEADER, TransactionQuery } from './shared/requests.schema.js';
export { ERROR_CODES, ERRORS, type ErrorCode } from './shared/error-codes.js';
export { ErrorBody } from './shared/error.schema.js';
export { MAX_ADDRESSES } from './shared/limits.js';
export { MAX_PAGE_ROWS, MAX_RECIPIENTS } from './shared/requests.schema.js';
export { plainWcTransaction, taggedWcTransaction, WcTransaction } from './shared/wc-transaction.schema.js';
export { normalizerOf, type Normalized } from './serializer/normalizer-of.js';
export { AnswerError, presentAmount, type Serializer, serializerOf } from './serializer/serializer-of.js';
export type { ViewOf } from './serializer/view-of.js';
