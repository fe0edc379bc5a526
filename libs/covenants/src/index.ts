export * from './bytes/read-bytes.js';
export * from './chain/address.js';
export * from './chain/amounts.js';
export * from './chain/network.js';
export * from './chain/party.js';
export * from './chain/outpoint.js';
export { isCategory } from './contract/asset.js';
export * from './announcement/beacon.js';
export type { CovenantScript } from './contract/covenant-script.js';
export { type ClockCoin, companionBytecode, type CompanionCoin, readCompanionCoin } from './contract/coins.js';
export { feeOf, MINIMUM_FEE_RATE, type WalletCoins, walletOf } from './transaction/assemble.js';
export * from './transaction/built-transaction.js';
export * from './transaction/coin-selection.js';
export * from './transaction/sign-in.js';
export * from './errors/covenant-error.js';
export * from './transaction/sweep.js';
export { MAX_TOKEN_COINS, TOKEN_OUTPUT_SATOSHIS } from './transaction/token-selection.js';
export { findTransactionProblem, lastPushOf, showsParty } from './transaction/read-transaction.js';
export type * from './deployment/stream-schedule.types.js';
export * from './deployment/notice-duty.js';
export * from './deployment/plan/plan-moves.js';
export { type PlanOpening, toPlanContractState } from './deployment/plan/plan-opening.js';
export * from './deployment/plan/member-funding.js';
export * from './deployment/plan/plan-schedule.js';
export type { DuePayout, NoticeEnd, StreamPosition } from './deployment/plan/plan-position.js';
export * from './deployment/plan/plan-stream.js';
export type * from './deployment/stream-model.types.js';
export * from './plan/plan-limits.js';
export * from './plan/plan-terms.js';
export * from './plan/plan-announcement.js';
export * from './plan/plan-commitment.js';
export type * from './plan/plan-state.js';
export * from './plan/plan-contract.js';
export {
  hasNotice,
  type PlanClockCoin,
  type PlanCoin,
  type PlanCompanion,
  type PlanHolding,
  readStream,
  satoshisOf,
  streamUtxos,
} from './plan/plan-coin.js';
export * from './plan/plan-consent.js';
export * from './plan/plan-transition.js';
export * from './plan/funding/plan-draft.js';
export * from './plan/plan-shapes.js';
export * from './plan/funding/cut-plan.js';
export * from './plan/funding/lay-out-plan.js';
export { noteSatoshis, principalOf } from './plan/funding/funding-outputs.js';
export * from './plan/funding/plan-cost.js';
export * from './plan/funding/find-plan.js';
export * from './plan/funding/stream-rules.js';
export * from './plan/payout/plan-payout.js';
export * from './plan/payout/plan-payout.types.js';
export * from './plan/payout/vesting-plan-payout.js';
export * from './plan/payout/plan-stop.js';
export * from './plan/payout/plan-resume.js';
export * from './plan/transactions/fund-plan.js';
export {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  type PaymentNeed,
  type PlanPayment,
  planPaymentNeed,
} from './plan/transactions/pay-plan.js';
export * from './plan/transactions/stop-plan.js';
export * from './plan/transactions/end-plan-notice.js';
export { slotsAt } from './plan/transactions/sender-move.js';
export * from './plan/transactions/resume-plan.js';
export * from './plan/transactions/sweep-plan.js';
export * from './vault/vault-parameters.js';
export { createVaultContract, readVaultScript, type VaultContract } from './vault/vault-contract.js';
export * from './vault/vault-coin.js';
export * from './vault/vault-deployment.js';
export * from './vault/vault-transition.js';
export * from './vault/deposit-vault.js';
export * from './vault/proposal/propose-vault-spend.js';
export * from './vault/proposal/propose-vault-close.js';
export * from './vault/proposal/propose-airdrop.js';
export {
  type PlanFundingOptions,
  proposePlanFunding,
  proposePlanResume,
  proposePlanStop,
} from './vault/proposal/propose-with-plans.js';
export type { VaultPayout } from './vault/proposal/vault-payout.js';
export * from './vault/proposal/vault-proposal.js';
export * from './vault/proposal/vault-proposal-record.js';
export { MAX_VAULT_COINS } from './vault/proposal/vault-size.js';
export { vaultSigningRequest } from './vault/signing/vault-template.js';
export * from './vault/signing/read-vault-signature.js';
export * from './vault/signing/complete-vault-proposal.js';
export * from './lock/lock-terms.js';
export { createLockContract, type LockContract } from './lock/lock-contract.js';
export * from './lock/lock-limits.js';
export * from './lock/lock-announcement.js';
export { type LockCoin, lockUnits, readLockCoin } from './lock/lock-coin.js';
export * from './lock/lock-payout.js';
export * from './lock/lock-transition.js';
export * from './lock/find-locks.js';
export * from './lock/transactions/fund-locks.js';
export * from './lock/transactions/pay-lock.js';
export * from './airdrop/claimed-lock.js';
export * from './airdrop/airdrop-parameters.js';
export {
  type AirdropState,
  decodeAirdropState,
  emptyAirdropRoot,
  encodeAirdropState,
  INITIAL_COUNT_ROOT,
} from './airdrop/airdrop-state.js';
export * from './airdrop/airdrop-contract.js';
export * from './airdrop/closing-unit.js';
export { type AirdropCoin, laneUnits } from './airdrop/airdrop-coin.js';
export { heldByLane } from './airdrop/transactions/lane-outputs.js';
export * from './airdrop/airdrop-funding.js';
export * from './airdrop/airdrop-announcement.js';
export * from './airdrop/airdrop-deployment.js';
export * from './airdrop/airdrop-transition.js';
export {
  type CountClaimProof,
  countLeaf,
  countPlace,
  publicLaneOf,
  type WhitelistClaimProof,
} from './airdrop/airdrop-proof.js';
export type { AirdropClaimProblem } from './airdrop/transactions/claim-plan.js';
export * from './airdrop/transactions/close-airdrop.js';
export * from './airdrop/transactions/fund-airdrop.js';
export * from './airdrop/transactions/claim-whitelist.js';
export * from './airdrop/transactions/claim-public.js';
export * from './airdrop/transactions/sweep-airdrop.js';
