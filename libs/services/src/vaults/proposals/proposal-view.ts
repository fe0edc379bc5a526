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
  // Signatures are for whoever completes the transaction.
  const { signatures, rejections, digest: _digest, transaction: _transaction, ...row } = proposal;
  return {
    ...row,
    outpoint: proposal.coin && outpointKey(proposal.coin),
    proposer: proposal.proposer.address,
    nextStep: NEXT_STEPS[proposal.status],
    approvals: signatures.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    rejections: rejections.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    approvalThreshold: APPROVAL_THRESHOLD,
    payouts,
    fee,
    txHash: proposal.execution?.txHash ?? null,
    executedAt: proposal.execution?.executedAt ?? null,
  };
};
