export {
  createIdempotencyRepository,
  type IdempotencyRepository,
  type KeyAdmission,
  type KeyState,
} from './idempotency.repository.js';
export { IdempotencyKeyLostError, responseAs, type IdempotentResponse, type KeyClaim } from './idempotent-response.js';
export { KEPT_SECONDS } from './kept-until.js';
