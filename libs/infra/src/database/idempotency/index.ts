export {
  createIdempotencyRepository,
  type IdempotencyRepository,
  type KeyAdmission,
  type KeyState,
} from './idempotency.repository.js';
export { IdempotencyKeyLostError, keptAs, type KeptAnswer, type KeyClaim } from './keep-answer.js';
export { KEPT_SECONDS } from './kept-until.js';
