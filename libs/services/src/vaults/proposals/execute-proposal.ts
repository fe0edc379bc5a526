import type { ProposalRecord, ProposalsScope, VaultRecord } from '@weir/infra';
import type { Caller } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { asSigner, assertCreatorOrSigner, signersAmong } from '../../shared/vaults/vault-access.js';
import { followVault } from '../chain/follow-vault.js';
import { assertUnopened } from '../grants/assert-unopened.js';
import { toRosterView } from '../roster/roster-view.js';
import type { VaultContext } from '../vault-context.js';
import { APPROVAL_THRESHOLD, thresholdOf } from '../vault-view.js';
import { assertStatus, findProposal, loadProposal, type SeenProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';
import { signableOf } from './signable-proposal.js';

const isProposer = ({ proposal, callers }: SeenProposal): boolean =>
  callers.some(({ hashHex }) => proposal.proposer.hash === hashHex);

const assertMayReject = (seen: SeenProposal): void => {
  if (isProposer(seen)) return;
  if (seen.proposal.kind === 'recovery')
    throw new ServiceError(
      'FORBIDDEN',
      'Only the guardian takes back the end of a recovery. A signer stops the recovery itself by a veto',
    );
  if (signersAmong(seen).length > 0) return;
  throw new ServiceError('FORBIDDEN', 'Only a signer of the vault or the proposer may reject it');
};

/**
 * Counts a signer's vote against a proposal: it is rejected once fewer than two could still sign. One alone cannot stop the other
 * two.
 */
const voteAgainst = async (proposals: ProposalsScope, proposal: ProposalRecord, seen: SeenProposal) => {
  const { vault } = seen;
  const rejected = proposal.rejections.map(({ signerHash }) => signerHash);
  const voted = await proposals.reject(proposal, asSigner(seen, 'reject it', rejected).hashHex);
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
export const rejectProposal = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  assertMayReject(seen);
  const rejected = await context.vaults.withVault(seen.vault.id, async ({ proposals }) => {
    const proposal = await proposals.get(id);
    assertStatus(proposal, ['PENDING', 'APPROVED', 'STALE'], 'it cannot be rejected any more');
    const votes = proposal.kind !== 'recovery' && signersAmong(seen).length > 0;
    const voted = votes ? await voteAgainst(proposals, proposal, seen) : proposal;
    return isProposer(seen) && voted.status !== 'REJECTED' ? proposals.settle(id, 'REJECTED') : voted;
  });
  return toProposalView(rejected, seen.vault, context.network);
};

const assertApproved = (proposal: ProposalRecord): void => {
  const { status, signatures, kind } = proposal;
  assertStatus(proposal, ['PENDING', 'APPROVED'], 'it cannot be executed');
  if (status === 'APPROVED') return;
  const approvalThreshold = thresholdOf(kind);
  throw new ServiceError('WRONG_STATE', `The proposal has ${signatures.length} of ${approvalThreshold} signatures`, {
    status,
    approvals: signatures.length,
    approvalThreshold,
  });
};

/** Refuses the end of a recovery that no next block can hold. @throws ServiceError WRONG_STATE, CHAIN_UNAVAILABLE */
const assertFinishable = async (
  { chain }: VaultContext,
  { kind }: ProposalRecord,
  vault: VaultRecord,
): Promise<void> => {
  if (kind !== 'recovery' || vault.roster === null) return;
  const { finishableHeight } = toRosterView({ ...vault, roster: vault.roster }, []);
  const { height } = await chain.tip();
  if (finishableHeight !== null && height + 1 >= finishableHeight) return;
  throw new ServiceError(
    'WRONG_STATE',
    finishableHeight === null
      ? 'The call of the recovery is not mined yet, so its end has no height'
      : `No block before ${finishableHeight} may hold the end of the recovery: until then the signers can veto it`,
    { height, ...(finishableHeight !== null && { availableAtHeight: finishableHeight }) },
  );
};

/**
 * Returns the complete transaction of an approved proposal, run in the virtual machine before it is handed out. For the creator and signers.
 *
 * @throws ServiceError WRONG_STATE, PROPOSAL_STALE, CHAIN_UNAVAILABLE
 */
export const executeProposal = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  if (signableOf(seen.proposal, seen.vault, context.network).partiesAmong(seen.callers).length === 0)
    assertCreatorOrSigner(seen, 'execute proposals');
  assertApproved(seen.proposal);
  const { vault } = await followVault(context, seen.vault.id);
  const proposal = await findProposal(context, id);
  assertApproved(proposal);
  await assertUnopened(context, proposal, vault);
  await assertFinishable(context, proposal, vault);
  const { hex, txid, size } = signableOf(proposal, vault, context.network).complete(proposal.signatures);
  return {
    message: 'Broadcast the transaction, then confirm it',
    txHex: hex,
    txHash: txid,
    size,
    proposal: toProposalView(proposal, vault, context.network),
  };
};
