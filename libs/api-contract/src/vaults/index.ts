export { CreateVaultBody, createVault } from './create-vault.schema.js';
export { type ApproveResponse, approveProposal, rejectProposal, submitSignature } from './decide-proposal.schema.js';
export { type VaultDeposit, vaultDeposit, type VaultDepositResponse } from './deposit-vault.schema.js';
export {
  confirmExecute,
  type ConfirmExecuteResponse,
  executeProposal,
  type ExecuteResponse,
} from './execute-proposal.schema.js';
export { getVault, type GetVaultResponse } from './get-vault.schema.js';
export { listVaults, ListVaultsQuery, type ListVaultsResponse } from './list-vaults.schema.js';
export { ProposalResource, type ProposalResponse } from './proposal.schema.js';
export { propose, ProposeBody } from './propose.schema.js';
export { getProposal, listProposals, ListProposalsQuery, type ListProposalsResponse } from './read-proposals.schema.js';
export { updateBalance, type UpdateBalanceResponse } from './update-balance.schema.js';
export { addVaultSigner } from './create-vault.schema.js';
export { vaultState, type VaultStateResponse } from './vault-state.schema.js';
export { ProposalStatus, VaultStatus } from './vault-words.schema.js';
export { VaultResource, type VaultResponse } from './vault.schema.js';
