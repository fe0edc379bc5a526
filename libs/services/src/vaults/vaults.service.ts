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
  list: (query, caller) => listVaults(context, query, caller),
  get: (id, caller) => getVault(context, id, caller),
  create: (input, caller, origin, kept) => createVault(context, input, caller, origin, kept),
  state: (id, caller) => vaultState(context, id, caller),
  deposit: (id, caller) => depositInfo(context, id, caller),
  updateBalance: (id, deposit, caller) => updateBalance(context, id, deposit, caller),
  addViewer: (id, address, caller) => addViewer(context, id, address, caller),
  propose: (id, input, caller, origin, kept) => propose(context, id, input, caller, origin, kept),
  proposals: (id, query, caller) => listProposals(context, id, query, caller),
  proposal: (id, caller) => getProposal(context, id, caller),
  approve: (id, caller) => approveProposal(context, id, caller),
  submitSignature: (id, signedTransaction, caller) => submitSignature(context, id, signedTransaction, caller),
  reject: (id, caller) => rejectProposal(context, id, caller),
  execute: (id, caller) => executeProposal(context, id, caller),
  confirmExecute: (id, txHash, caller) => confirmExecute(context, id, txHash, caller),
});
