/** Vaults of three keys, two of which spend. */
export * from './vault/vault-parameters.js';
export { createVaultContract, readVaultScript, type VaultContract } from './vault/vault-contract.js';
export * from './vault/vault-coin.js';
export { isRosterContract, type TreasuryContract } from './vault/treasury.js';
export * from './vault/vault-deployment.js';
export { readVaultTransition, type VaultTransition } from './vault/vault-transition.js';
export * from './vault/treasury-transition.js';
export * from './vault/vault-consent.js';
export * from './vault/deposit-vault.js';
export * from './vault/proposal/propose-vault-spend.js';
export * from './vault/proposal/propose-vault-close.js';
export * from './vault/proposal/propose-airdrop.js';
export {
  type PlanFundingOptions,
  proposeAnnouncement,
  proposePlanFunding,
  proposeCalendarFunding,
  proposePlanResume,
  proposePlanStop,
  proposeSenderMoves,
} from './vault/proposal/propose-with-plans.js';
export {
  proposeCurrencyFunding,
  proposeCurrencyMove,
  proposeTillFilling,
  proposeTillTaking,
} from './vault/proposal/propose-currency.js';
export type { VaultPayout } from './vault/proposal/vault-payout.js';
export * from './vault/proposal/vault-proposal.js';
export * from './vault/proposal/vault-proposal-record.js';
export { MAX_VAULT_COINS } from './vault/proposal/vault-size.js';
export { type Seat, seatOf, signersOf } from './vault/proposal/proposal-seats.js';
export { vaultSigningRequest } from './vault/proposal/vault-template.js';
export * from './vault/signing/read-vault-signature.js';
export * from './vault/signing/complete-vault-proposal.js';
export { proposeLockFunding } from './vault/proposal/propose-lock-funding.js';
