/** The words and error codes of the API, for the layers below its routes: nothing here loads a schema. */
export type { AirdropStatus } from './airdrops/airdrop-words.schema.js';
export { EVENT_KINDS, EVENT_PRODUCTS, type EventKind, type EventProduct } from './events/event-words.js';
export type { ActivityStatus } from './explorer/activity.schema.js';
export type { PaymentInterval, PaymentStatus } from './payments/payment-words.schema.js';
export type { PlanKind, PlanStatus } from './plans/plan-words.schema.js';
export type { Finality } from './shared/confirmation.schema.js';
export type { ErrorCode } from './shared/error-codes.js';
export type { RefundStatus, StreamStatus, StreamType, TokenType } from './streams/stream-words.schema.js';
export type { ProposalStatus, VaultRole, VaultStatus } from './vaults/vault-words.schema.js';
