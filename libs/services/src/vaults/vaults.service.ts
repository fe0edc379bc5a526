import { bindUseCases } from '../shared/bind-use-cases.js';
import { addViewer, createVault } from './create-vault.js';
import { depositInfo } from './deposit-info.js';
import { approveProposal, submitSignature } from './proposals/approve-proposal.js';
import { confirmExecute } from './proposals/confirm-execute.js';
import { executeProposal, rejectProposal } from './proposals/execute-proposal.js';
import { getProposal, listProposals } from './proposals/proposal-access.js';
import { propose } from './proposals/propose.js';
import { waitingProposals } from './proposals/waiting-proposals.js';
import { payPurse, sendPurseHome } from './purses/build-purses.js';
import { confirmPurse } from './purses/confirm-purse.js';
import { getPurse, listPurses, spendablePurses } from './purses/read-purses.js';
import { getVault, listVaults, vaultState } from './read-vaults.js';
import { callRecovery, confirmRecovery, finishRecovery, readRecovery, vetoRecovery } from './recovery.js';
import { updateBalance } from './update-balance.js';
import type { VaultContext } from './vault-context.js';

/**
 * Builds the vault use cases over a database and a chain. Holds no state of its own: any number of replicas may serve. All throw
 * ServiceError NOT_FOUND, and FORBIDDEN to strangers of a private vault. `caller` is the authenticated (or, in header mode,
 * claimed) cash address.
 */
export const createVaultsService = (context: VaultContext) =>
  bindUseCases(context, {
    list: listVaults,
    get: getVault,
    create: createVault,
    state: vaultState,
    deposit: depositInfo,
    updateBalance,
    addViewer,
    propose,
    proposals: listProposals,
    waiting: waitingProposals,
    proposal: getProposal,
    approve: approveProposal,
    submitSignature,
    reject: rejectProposal,
    execute: executeProposal,
    confirmExecute,
    purses: listPurses,
    spendablePurses,
    purse: getPurse,
    payPurse,
    sendPurseHome,
    confirmPurse,
    recovery: readRecovery,
    callRecovery,
    vetoRecovery,
    confirmRecovery,
    finishRecovery,
  });

export type VaultsService = ReturnType<typeof createVaultsService>;
