import { hexToBin } from '@bitauth/libauth';
import { completeVaultProposal, type VaultSignature } from '@weir/covenants';
import type { ProposalRecord, ProposalsScope, VaultRecord } from '@weir/infra';
import type { Caller } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { contractOf } from '../../shared/vaults/stored-vault.js';
import { asSigner, assertCreatorOrSigner, signersAmong } from '../../shared/vaults/vault-access.js';
import { toBuilt } from '../built-transaction.js';
import { followVault } from '../chain/follow-vault.js';
import { assertUnopened } from '../grants/assert-unopened.js';
import type { VaultContext } from '../vault-context.js';
import { APPROVAL_THRESHOLD } from '../vault-view.js';
import { assertStatus, findProposal, loadProposal, type SeenProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

const isProposer = ({ proposal, callers }: SeenProposal): boolean =>
  callers.some(({ hashHex }) => proposal.proposer.hash === hashHex);

const assertMayReject = (seen: SeenProposal): void => {
  if (isProposer(seen) || signersAmong(seen).length > 0) return;
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
    const voted = signersAmong(seen).length > 0 ? await voteAgainst(proposals, proposal, seen) : proposal;
    return isProposer(seen) && voted.status !== 'REJECTED' ? proposals.settle(id, 'REJECTED') : voted;
  });
  return toProposalView(rejected, seen.vault, context.network);
};

const assertApproved = (proposal: ProposalRecord): void => {
  const { status, signatures } = proposal;
  assertStatus(proposal, ['PENDING', 'APPROVED'], 'it cannot be executed');
  if (status === 'APPROVED') return;
  throw new ServiceError('WRONG_STATE', `The proposal has ${signatures.length} of ${APPROVAL_THRESHOLD} signatures`, {
    status,
    approvals: signatures.length,
    approvalThreshold: APPROVAL_THRESHOLD,
  });
};

/** The first two signatures with their keys. */
const signaturesOf = (
  { signatures }: ProposalRecord,
  { signers }: VaultRecord,
): readonly [VaultSignature, VaultSignature] => {
  const [first, second] = signatures.flatMap(({ signerHash, signature }) => {
    const signer = signers.find(({ hash }) => hash === signerHash);
    return signer === undefined ? [] : [{ publicKey: hexToBin(signer.publicKey), signature: hexToBin(signature) }];
  });
  if (first === undefined || second === undefined) throw new Error('An approved proposal lacks signatures');
  return [first, second];
};

/**
 * Returns the complete transaction of an approved proposal, run in the virtual machine before it is handed out. For the creator and signers.
 *
 * @throws ServiceError WRONG_STATE, PROPOSAL_STALE, CHAIN_UNAVAILABLE
 */
export const executeProposal = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  assertCreatorOrSigner(seen, 'execute proposals');
  assertApproved(seen.proposal);
  const { vault } = await followVault(context, seen.vault.id);
  const proposal = await findProposal(context, id);
  assertApproved(proposal);
  await assertUnopened(context, proposal, vault);
  const { hex, txid, size } = completeVaultProposal(
    toBuilt(proposal, contractOf(vault, context.network)),
    signaturesOf(proposal, vault),
  );
  return {
    message: 'Broadcast the transaction, then confirm it',
    txHex: hex,
    txHash: txid,
    size,
    proposal: toProposalView(proposal, vault, context.network),
  };
};
