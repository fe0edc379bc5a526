import { outpointKey, type Network } from '@weir/covenants';
import type { ProposalRecord, VaultRecord } from '@weir/infra';
import { APPROVAL_THRESHOLD } from '../vault-view.js';
import type { ProposalView } from '../vaults.types.js';
import { describeBuilt } from './built-transaction.js';

const NEXT_STEPS: Readonly<Record<ProposalRecord['status'], string>> = {
  PENDING: 'Signers approve it: POST approve, sign, POST signatures',
  APPROVED: 'Execute it: POST execute gives the signed transaction; broadcast it and POST confirm-execute',
  EXECUTED: 'Nothing: it was carried out',
  REJECTED: 'Nothing: it was rejected',
  STALE: "The vault's coins moved otherwise: approve it again, which builds it anew; every signature is needed again",
};

/** Converts a proposal to the form shown to those who may see its vault. */
export const toProposalView = (
  proposal: ProposalRecord,
  { signers, lockingBytecode }: VaultRecord,
  network: Network,
): ProposalView => {
  const addressOf = (hash: string): string => signers.find((signer) => signer.hash === hash)?.address ?? hash;
  const { payouts, fee } = describeBuilt(proposal, lockingBytecode, network);
  return {
    id: proposal.id,
    proposalId: proposal.proposalId,
    vaultId: proposal.vaultId,
    kind: proposal.kind,
    recipient: proposal.recipient,
    tokenType: proposal.tokenType,
    tokenCategory: proposal.tokenCategory,
    amount: proposal.amount,
    outpoint: proposal.coin && outpointKey(proposal.coin),
    subjects: proposal.subjects,
    reason: proposal.reason,
    proposer: proposal.proposer.address,
    status: proposal.status,
    nextStep: NEXT_STEPS[proposal.status],
    approvals: proposal.signatures.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    rejections: proposal.rejections.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    approvalThreshold: APPROVAL_THRESHOLD,
    round: proposal.round,
    payouts,
    fee,
    txHash: proposal.execution?.txHash ?? null,
    executedAt: proposal.execution?.executedAt ?? null,
    createdAt: proposal.createdAt,
    updatedAt: proposal.updatedAt,
  };
};
