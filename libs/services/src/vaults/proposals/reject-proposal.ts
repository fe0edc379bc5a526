import type { ProposalRecord, ProposalsScope } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { isSigner } from '../../shared/vaults/vault-access.js';
import type { VaultContext } from '../vault-context.js';
import { APPROVAL_THRESHOLD } from '../vault-view.js';
import type { ProposalView } from '../vaults.types.js';
import { assertStatus, loadProposal, type SeenProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

const isProposer = ({ proposal, caller }: SeenProposal): boolean => proposal.proposer.hash === caller.hashHex;

const assertMayReject = (seen: SeenProposal): void => {
  if (isProposer(seen) || isSigner(seen.vault, seen.caller.hashHex)) return;
  throw new ServiceError('FORBIDDEN', 'Only a signer of the vault, or who made the proposal, may reject it');
};

/**
 * Counts a signer's vote against a proposal: it is rejected once fewer than two could still sign. One alone cannot stop the other
 * two.
 */
const voteAgainst = async (
  proposals: ProposalsScope,
  proposal: ProposalRecord,
  { vault, caller }: SeenProposal,
): Promise<ProposalRecord> => {
  const voted = await proposals.reject(proposal, caller.hashHex);
  if (vault.signers.length - voted.rejections.length < APPROVAL_THRESHOLD)
    return proposals.settle(voted.id, 'REJECTED');
  if (voted.status === 'APPROVED' && voted.signatures.length < APPROVAL_THRESHOLD)
    return proposals.settle(voted.id, 'PENDING');
  return voted;
};

/**
 * Rejects a proposal: by two signers, or by its proposer.
 *
 * @throws ServiceError WRONG_STATE
 */
export const rejectProposal = async (
  context: VaultContext,
  id: string,
  callerAddress: string,
): Promise<ProposalView> => {
  const seen = await loadProposal(context, id, callerAddress);
  assertMayReject(seen);
  const rejected = await context.vaults.withVault(seen.vault.id, async ({ proposals }) => {
    const proposal = await proposals.get(id);
    assertStatus(proposal, ['PENDING', 'APPROVED', 'STALE'], 'it cannot be rejected any more');
    const voted = isSigner(seen.vault, seen.caller.hashHex) ? await voteAgainst(proposals, proposal, seen) : proposal;
    return isProposer(seen) && voted.status !== 'REJECTED' ? proposals.settle(id, 'REJECTED') : voted;
  });
  return toProposalView(rejected, seen.vault, context.network);
};
