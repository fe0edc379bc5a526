/** Locks: what is given once and unlocks over time. */
export * from './lock/lock-terms.js';
export {
  createLockContract,
  createLockFinder,
  lockAt,
  type LockContract,
  restoreLockContract,
} from './lock/lock-contract.js';
export { readLockScript } from './lock/lock-script.js';
export { readMovableLockScript, withLockParties, type MovableLockScript } from './lock/movable-lock-script.js';
export { type LockConsent, lockConsentsIn } from './lock/lock-consent.js';
export * from './lock/lock-limits.js';
export * from './lock/lock-announcement.js';
export { type LockCoin, lockUnits, readLockCoin } from './lock/lock-coin.js';
export * from './lock/lock-payout.js';
export { createLockStream, lockStreamSchedule, toLockState, type LockOpening } from './deployment/lock/lock-stream.js';
export * from './deployment/lock/lock-funding.js';
export * from './lock/lock-transition.js';
export * from './lock/find-locks.js';
export * from './lock/transactions/fund-locks.js';
export * from './lock/transactions/move-lock.js';
export * from './lock/transactions/pay-lock.js';
