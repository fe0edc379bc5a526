/**
 * Every reason for which a use case refuses, as a stable upper-case word. The API's error plugin maps each to its HTTP status.
 */
export type ServiceErrorCode =
  // The request itself.
  | 'INVALID_REQUEST'
  | 'INVALID_ADDRESS'
  | 'INVALID_AMOUNT'
  | 'INVALID_TIME'
  | 'SCHEDULE_UNSOUND'
  | 'INVALID_CURSOR'
  // The caller.
  | 'CALLER_REQUIRED'
  | 'NONCE_INVALID'
  | 'SIGNATURE_INVALID'
  | 'FORBIDDEN'
  // The record.
  | 'NOT_FOUND'
  | 'WRONG_STATE'
  | 'NOT_CANCELABLE'
  | 'NOT_PAUSABLE'
  | 'NOTHING_TO_CLAIM'
  | 'NOTHING_TO_PUSH'
  | 'NOTICE_NOT_OVER'
  | 'FEE_RATE_TOO_HIGH'
  | 'UNSAFE_CANCEL_DESTINATION'
  | 'INSUFFICIENT_FUNDS'
  | 'HASH_ALREADY_USED'
  | 'PROPOSAL_STALE'
  // Airdrops.
  | 'INVALID_WHITELIST'
  | 'WHITELIST_TOO_LARGE'
  | 'NOT_ELIGIBLE'
  | 'CLAIM_LIMIT_REACHED'
  | 'OUTSIDE_CLAIM_WINDOW'
  | 'FEES_NOT_SPONSORED'
  | 'LANE_EXHAUSTED'
  | 'STATE_MOVED'
  // Plans.
  | 'INVALID_RECIPIENTS'
  | 'PLAN_TOO_LARGE'
  // What is kept without funding.
  | 'QUOTA_EXCEEDED'
  | 'RECORD_EXPIRED'
  // Keys of creations.
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
  // Events.
  | 'EVENTS_DROPPED'
  | 'WEBHOOK_LIMIT_REACHED'
  // This process.
  | 'OVERLOADED'
  // The chain.
  | 'TX_NOT_FOUND'
  | 'TX_REPLACED'
  | 'TX_MISMATCH'
  | 'TX_UNCONFIRMED'
  | 'INVALID_SIGNATURE'
  | 'BROADCAST_REJECTED'
  | 'CHAIN_UNAVAILABLE';

/** Details travel to the client as they are: strings, numbers, booleans, nested; never secrets, never stacks. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A use case's refusal: what, why and (in the message) what to do next. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ServiceErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
