/** Compiled covenants, in the shape cashscript's `Contract` takes; airdrops, plans, the calendar and movable locks are linked, see `linkScript`. Sources are in `cash/`. */
export { default as airdropCloserArtifact } from './artifacts/airdrop-closer.js';
export { default as companionArtifact } from './artifacts/companion.js';
export { default as currencyCalendarTwiceArtifact } from './artifacts/currency-calendar-twice.js';
export { default as currencyCalendarArtifact } from './artifacts/currency-calendar.js';
export { default as currencyPaymentArtifact } from './artifacts/currency-payment.js';
export { default as currencyTillArtifact } from './artifacts/currency-till.js';
export { default as lockBchArtifact } from './artifacts/lock-bch.js';
export { default as lockTokenArtifact } from './artifacts/lock-token.js';
export { default as movableLockBchArtifact } from './artifacts/movable-lock-bch.js';
export { default as movableLockTokenArtifact } from './artifacts/movable-lock-token.js';
export { default as planClockArtifact } from './artifacts/plan-clock.js';
export { default as planCompanionArtifact } from './artifacts/plan-companion.js';
export { default as planRecurringBchArtifact } from './artifacts/plan-recurring-bch.js';
export { default as planRecurringTokenArtifact } from './artifacts/plan-recurring-token.js';
export { default as planVestingBchArtifact } from './artifacts/plan-vesting-bch.js';
export { default as planVestingTokenArtifact } from './artifacts/plan-vesting-token.js';
export { default as purseBchArtifact } from './artifacts/purse-bch.js';
export { default as purseTokenArtifact } from './artifacts/purse-token.js';
export { default as rosterArtifact } from './artifacts/roster.js';
export { default as vaultArtifact } from './artifacts/vault.js';
export {
  airdropPublicArtifact,
  airdropWhitelistArtifact,
  scriptAirdropPublicArtifact,
  scriptAirdropWhitelistArtifact,
} from './airdrop-artifact.js';
export {
  AIRDROP_MAX_DEPTH,
  AIRDROP_PUBLIC_LEVELS,
  publicClaimFee,
  publicCloseFee,
  scriptCloseFee,
  whitelistClaimFee,
  whitelistCloseFee,
} from './airdrop-fees.js';
export type { AirdropAssetType } from './airdrop-fees.js';
export {
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  tranchesArtifact,
} from './calendar-artifact.js';
export type { Allocation } from './calendar-artifact.js';
export { calendarFeeLimits } from './calendar-fees.js';
export type { CalendarProduct } from './calendar-fees.js';
export { planFeeLimits } from './plan-fees.js';
export type { FeeLimits, PlanFeeLimits, PlanProduct } from './plan-fees.js';
export { coveredCode, linkScript, readLinkedScript } from './linked-artifact.js';
export type {
  LinkedArtifact,
  LinkedCall,
  LinkedCode,
  LinkedFunction,
  LinkedParts,
  LinkedScript,
} from './linked-artifact.js';
