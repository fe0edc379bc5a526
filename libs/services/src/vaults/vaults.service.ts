import { addViewer } from './add-viewer.js';
import { createVault } from './create-vault.js';
import { depositInfo } from './deposit-info.js';
import { getVault } from './get-vault.js';
import { listVaults } from './list-vaults.js';
import { approveProposal } from './proposals/approve-proposal.js';
import { confirmExecute } from './proposals/confirm-execute.js';
import { executeProposal } from './proposals/execute-proposal.js';
import { propose } from './proposals/propose.js';
import { getProposal, listProposals } from './proposals/read-proposals.js';
import { rejectProposal } from './proposals/reject-proposal.js';
import { submitSignature } from './proposals/submit-signature.js';
import { updateBalance } from './update-balance.js';
import type { VaultContext } from './vault-context.js';
import { vaultState } from './vault-state.js';
import type { VaultsService } from './vaults.types.js';

/**
 * Builds the vault use cases over a database and a chain. Holds no state of its own: any number of replicas may serve.
 */
export const createVaultsService = (context: VaultContext): VaultsService => ({
  list: (query, caller) => listVaults(query, caller, context),
  get: (id, caller) => getVault(id, caller, context),
  create: (input, caller, origin, kept) => createVault(input, caller, origin, kept, context),
  state: (id, caller) => vaultState(id, caller, context),
  deposit: (id, caller) => depositInfo(id, caller, context),
  updateBalance: (id, deposit, caller) => updateBalance(id, deposit, caller, context),
  addViewer: (id, address, caller) => addViewer(id, address, caller, context),
  propose: (id, input, caller, origin, kept) => propose(id, input, caller, origin, kept, context),
  proposals: (id, query, caller) => listProposals(id, query, caller, context),
  proposal: (id, caller) => getProposal(id, caller, context),
  approve: (id, caller) => approveProposal(id, caller, context),
  submitSignature: (id, signedTransaction, caller) => submitSignature(id, signedTransaction, caller, context),
  reject: (id, caller) => rejectProposal(id, caller, context),
  execute: (id, caller) => executeProposal(id, caller, context),
  confirmExecute: (id, txHash, caller) => confirmExecute(id, txHash, caller, context),
});
