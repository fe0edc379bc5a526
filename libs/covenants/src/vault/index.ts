export {
  decodeVaultState,
  encodeVaultState,
  findVaultProblem,
  INITIAL_VAULT_STATE,
  isPublicKeyOf,
  MAX_VAULT_SPENDS,
  parseVaultRecipient,
  type VaultParameters,
  type VaultParametersProblem,
  type VaultRecipientResult,
  type VaultState,
} from './vault-parameters.js';
export { createVaultContract, readVaultScript, type VaultContract } from './vault-contract.js';
export { shownState, sortHoldings, vaultUtxo } from './vault-coin.js';
export type { SortedHoldings, VaultCoin, VaultHoldings } from './vault-coin.js';
export { findVaultDeployment } from './vault-deployment.js';
export type { VaultDeploymentResult } from './vault-deployment.js';
export { readVaultTransition } from './vault-transition.js';
export type { VaultTransition } from './vault-transition.js';
export { buildVaultDeposit, buildVaultFirstDeposit, VAULT_STATE_SATOSHIS } from './deposit-vault.js';
export type { VaultFirstDeposit } from './deposit-vault.js';
export { proposeVaultSpend, vaultPayerBytes } from './proposal/propose-vault-spend.js';
export { proposeVaultClose } from './proposal/propose-vault-close.js';
export { proposeAirdropClose, proposeAirdropFunding, proposeAirdropSweep } from './proposal/propose-airdrop.js';
export { proposePlanFunding, proposePlanResume, proposePlanStop } from './proposal/propose-with-plans.js';
export type { PlanFundingOptions } from './proposal/propose-with-plans.js';
export type { VaultClose } from './proposal/propose-vault-close.js';
export type { VaultPayout } from './proposal/vault-payout.js';
export { isVaultProposalKind, proposalUtxos } from './proposal/vault-proposal.js';
export type { FilledInput, VaultOpeningKind, VaultProposal, VaultProposalKind } from './proposal/vault-proposal.js';
export { decodeVaultProposal, encodeVaultProposal } from './proposal/vault-proposal-record.js';
export type { VaultProposalRecord } from './proposal/vault-proposal-record.js';
export { MAX_VAULT_COINS } from './proposal/vault-size.js';
export { vaultSigningRequest } from './signing/vault-template.js';
export { findVaultSignatureProblem, readVaultSignature } from './signing/read-vault-signature.js';
export type { VaultSignature, VaultSignatureProblem, VaultSignatureResult } from './signing/read-vault-signature.js';
export { completeVaultProposal } from './signing/complete-vault-proposal.js';
